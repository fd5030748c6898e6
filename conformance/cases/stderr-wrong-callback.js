// A call with a wrong callback prints the error with its code.
setTimeout('code()', 1);
