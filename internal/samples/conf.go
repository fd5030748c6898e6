package samples

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// This file is a benchmark's parameters: an ordered list, and its two spellings.

// Value is a parameter's value: a string, a float64 or a bool.
type Value any

// Param is one parameter.
type Param struct {
	Key   string
	Value Value
}

// Conf is a combination of parameters in the order in which they are printed:
// the last declared comes first.
type Conf []Param

// Get returns the value of a key and whether there is one.
func (c Conf) Get(key string) (Value, bool) {
	for _, p := range c {
		if p.Key == key {
			return p.Value, true
		}
	}
	return nil, false
}

// Inspect is the text that compare.js puts in its CSV: values as Node's
// util.inspect prints them, as in type='depth' n=5000000.
func (c Conf) Inspect() string {
	return c.join(func(v Value) string {
		switch v := v.(type) {
		case string:
			return inspectString(v)
		case float64:
			if v == 0 && math.Signbit(v) {
				return "-0"
			}
			return Number(v)
		}
		return fmt.Sprint(v)
	})
}

// JSONText is the text of the lines that run.js prints: values as JSON.stringify
// writes them, as in type="depth" n=5000000.
func (c Conf) JSONText() string {
	return c.join(func(v Value) string {
		switch v := v.(type) {
		case string:
			return jsonString(v)
		case float64:
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return "null"
			}
			return Number(v)
		}
		return fmt.Sprint(v)
	})
}

func (c Conf) join(text func(Value) string) string {
	var b strings.Builder
	for i, p := range c {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.Key)
		b.WriteByte('=')
		b.WriteString(text(p.Value))
	}
	return b.String()
}

// MarshalJSON writes an object whose keys are in order. A number that is not
// finite becomes null, as in JavaScript.
func (c Conf) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, p := range c {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(jsonString(p.Key))
		b.WriteByte(':')
		switch v := p.Value.(type) {
		case string:
			b.WriteString(jsonString(v))
		case float64:
			if math.IsNaN(v) || math.IsInf(v, 0) {
				b.WriteString("null")
			} else {
				b.WriteString(Number(v))
			}
		case bool:
			fmt.Fprint(&b, v)
		default:
			return nil, fmt.Errorf("samples: parameter %s has a value of type %T", p.Key, p.Value)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads an object and keeps the order of its keys; null is NaN. A
// value that is a list or an object is an error.
func (c *Conf) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	first, err := dec.Token()
	if err != nil {
		return err
	}
	if first == nil {
		return nil
	}
	if first != json.Delim('{') {
		return fmt.Errorf("samples: a configuration must be an object, not %v", first)
	}
	list := Conf{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		value, err := dec.Token()
		if err != nil {
			return err
		}
		switch value := value.(type) {
		case string, float64, bool:
			list = append(list, Param{key.(string), value})
		case nil:
			list = append(list, Param{key.(string), math.NaN()})
		default:
			return fmt.Errorf("samples: parameter %v is neither text, number nor boolean", key)
		}
	}
	*c = list
	return nil
}
