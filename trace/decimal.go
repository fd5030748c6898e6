package trace

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// This file writes times as decimal numbers, without the digits that floating point
// adds.

// decimal is d in a unit, with up to so many digits behind the point, rounded down.
func decimal(d, unit time.Duration, digits int) json.Number {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	text := sign + strconv.FormatInt(int64(d/unit), 10)
	rest := d % unit
	if rest == 0 || digits == 0 {
		return json.Number(text)
	}
	frac := ""
	for range digits {
		rest *= 10
		frac += strconv.FormatInt(int64(rest/unit), 10)
		rest %= unit
	}
	if frac = strings.TrimRight(frac, "0"); frac != "" {
		text += "." + frac
	}
	return json.Number(text)
}
