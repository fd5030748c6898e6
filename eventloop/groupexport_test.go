package eventloop

// GroupSize is how many members a group holds, those that are over among them.
func GroupSize(g *Group) int { return len(g.members) }
