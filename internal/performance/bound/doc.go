// Package bound judges measured ratios by the bounds in a file, and writes such a
// file. A line has a name and the highest ratio that is allowed:
//
//	# comment
//	refresh 3.4
//
//	bounds, err := bound.Read(file, "bounds.txt")
//	verdicts, err := bounds.Judge(measured)
//
// Names of the file and of what is measured have to be the same: a row that nobody
// bounds, or a bound on nothing, is an error and never passes unseen.
package bound
