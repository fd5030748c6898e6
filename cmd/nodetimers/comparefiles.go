package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/nodetimers/nodetimers/internal/samples"
)

// This file is the files of compare beside the samples that are compared: what is known
// of them before anything is measured or read, so that nothing is lost in the end.

// checkNames refuses to write two things to one file, or a report over samples.
// others are files that are read, or written before the report.
func (o *compareOptions) checkNames(others []string) error {
	seen := map[string]bool{}
	for _, file := range others {
		seen[filepath.Clean(file)] = true
	}
	reports := slices.Clone(o.save)
	if o.plot != "" {
		reports = append(reports, o.plot)
	}
	for _, file := range reports {
		name := filepath.Clean(file)
		if seen[name] {
			return fmt.Errorf("%s is named twice: the report would be written over something else", file)
		}
		seen[name] = true
	}
	return nil
}

// checkFiles finds out whether the reports, plots and more (files of samples) can be
// written, and whether the noise can be read. It leaves no file behind that was not there.
func (o *compareOptions) checkFiles(more []string) error {
	files := slices.Concat(o.save, more)
	if o.plot != "" {
		files = append(files, o.plot)
	}
	for _, file := range files {
		_, missing := os.Lstat(file)
		f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE, 0o644)
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
		if missing != nil {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	_, err := o.readNoise()
	return err
}

// readNoise is nil without --noise.
func (o *compareOptions) readNoise() (*samples.Set, error) {
	if len(o.noise) == 0 {
		return nil, nil
	}
	return samples.ReadOptions{Lenient: o.lenient, AnyBinary: true}.Open(o.noise...)
}
