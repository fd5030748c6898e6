package modules

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// ordered is a JSON value that remembers the order of keys, which decides between the conditions of a package.
type ordered struct {
	kind   byte // 's' string, 'o' object, 'a' array, 'z' null, 'x' anything else
	text   string
	keys   []string
	values []*ordered // of an object or array
}

func (v *ordered) get(key string) *ordered {
	if v == nil || v.kind != 'o' {
		return nil
	}
	for i := len(v.keys) - 1; i >= 0; i-- { // of two with one name the last counts
		if v.keys[i] == key {
			return v.values[i]
		}
	}
	return nil
}

func (v *ordered) str() (string, bool) {
	if v == nil || v.kind != 's' {
		return "", false
	}
	return v.text, true
}

func parseOrdered(text string) (*ordered, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	v, err := readOrdered(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the value")
	}
	return v, nil
}

func readOrdered(d *json.Decoder) (*ordered, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case string:
		return &ordered{kind: 's', text: t}, nil
	case nil:
		return &ordered{kind: 'z'}, nil
	case json.Delim:
		v := &ordered{kind: 'a'}
		if t == '{' {
			v.kind = 'o'
		}
		for d.More() {
			if t == '{' {
				key, err := d.Token()
				if err != nil {
					return nil, err
				}
				name, _ := key.(string)
				v.keys = append(v.keys, name)
			}
			el, err := readOrdered(d)
			if err != nil {
				return nil, err
			}
			v.values = append(v.values, el)
		}
		_, err := d.Token()
		return v, err
	}
	return &ordered{kind: 'x'}, nil
}
