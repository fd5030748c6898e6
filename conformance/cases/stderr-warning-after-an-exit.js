// A warning whose tick never comes is not printed.
process.emitWarning('never printed');
process.exit(0);
