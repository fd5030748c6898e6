package modules

import (
	"encoding/base64"
	"net/url"
	"strings"
)

// Modules in data: URLs: JavaScript and JSON, plain, percent-encoded or in base64.

// loadData compiles the module in a data: URL.
func (r *record) loadData(kind string) error {
	rest := strings.TrimPrefix(r.at.data, "data:")
	head, body, ok := strings.Cut(rest, ",")
	if !ok {
		return &resolveError{class: "TypeError", code: "ERR_INVALID_URL", message: "Invalid URL"}
	}
	text := body
	if u, err := url.PathUnescape(body); err == nil {
		text = u
	}
	if strings.HasSuffix(head, ";base64") {
		head = strings.TrimSuffix(head, ";base64")
		raw, err := base64.StdEncoding.DecodeString(strings.TrimRight(text, " \n"))
		if err != nil {
			return &resolveError{class: "TypeError", code: "ERR_INVALID_URL", message: "Invalid URL"}
		}
		text = string(raw)
	}
	mime, _, _ := strings.Cut(head, ";")
	switch strings.TrimSpace(mime) {
	case "text/javascript", "application/javascript":
		u, err := r.l.compileText(r.at.data, text, esModule)
		if err != nil {
			return err
		}
		r.kind, r.unit = esModule, u
	case "application/json":
		r.kind = jsonFormat
		r.at.path = text
	default:
		return &resolveError{class: "RangeError", code: "ERR_UNKNOWN_MODULE_FORMAT",
			message: "Unknown module format: " + mime + " for URL " + r.at.data}
	}
	return nil
}
