package samples

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"
)

// testdata/spellings.json was recorded from Node.js 26: util.inspect,
// JSON.stringify and String of strings and numbers at the edges of the rules.
func TestSpellingsAreNodes(t *testing.T) {
	data, err := os.ReadFile("testdata/spellings.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Strings []struct{ S, Inspect, JSON string }
		Numbers []struct{ N, Text, Inspect, JSON string }
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Strings) < 20 || len(want.Numbers) < 20 {
		t.Fatalf("only %d strings and %d numbers recorded", len(want.Strings), len(want.Numbers))
	}
	for _, w := range want.Strings {
		c := Conf{{"k", w.S}}
		if got := c.Inspect(); got != "k="+w.Inspect {
			t.Errorf("inspect of %.80q\n got %.300s\nwant k=%.300s", w.S, got, w.Inspect)
		}
		if got := c.JSONText(); got != "k="+w.JSON {
			t.Errorf("JSON of %.80q\n got %.300s\nwant k=%.300s", w.S, got, w.JSON)
		}
	}
	for _, w := range want.Numbers {
		f, err := strconv.ParseFloat(w.N, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got := Number(f); got != w.Text {
			t.Errorf("Number(%s) = %s, want %s", w.N, got, w.Text)
		}
		c := Conf{{"k", f}}
		if got := c.Inspect(); got != "k="+w.Inspect {
			t.Errorf("inspect of %s: %s, want k=%s", w.N, got, w.Inspect)
		}
		if got := c.JSONText(); got != "k="+w.JSON {
			t.Errorf("JSON of %s: %s, want k=%s", w.N, got, w.JSON)
		}
	}
}

func TestConfKeepsItsOrderInJSON(t *testing.T) {
	c := Conf{{"z", "a\"b<>"}, {"n", 1e21}, {"a", true}, {"f", false}, {"m", math.Copysign(0, -1)}}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var back Conf
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if want := `z='a"b<>' n=1e+21 a=true f=false m=0`; back.Inspect() != want {
		t.Errorf("back from %s: %s, want %s", data, back.Inspect(), want)
	}
	for _, bad := range []string{`[1]`, `{"a":[1]}`, `{"a":{}}`, `{"a":`, `5`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}
