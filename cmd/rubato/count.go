package main

import (
	"errors"
	"strconv"
)

// count is a flag's whole number of at least 1; 0 if the flag is not given.
type count int

// Set implements pflag.Value.
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("want a whole number of at least 1")
	}
	*c = count(n)
	return nil
}

func (c *count) String() string { return strconv.Itoa(int(*c)) }

// Type implements pflag.Value.
func (c *count) Type() string { return "int" }
