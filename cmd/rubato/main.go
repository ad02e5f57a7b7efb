// Command rubato replays GPU-availability and job traces against scheduling
// policies. See rubato help.
package main

import "os"

func main() { os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr)) }
