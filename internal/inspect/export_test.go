package inspect

// PeekUsable reports whether the fields of the engine were found; see peeker.
func (i *Inspector) PeekUsable() bool { return i.peek.usable }

// DisablePeek makes every property be asked of the API.
func (i *Inspector) DisablePeek() { i.peek.usable = false }
