package experiments

import "runtime/debug"

// Version is the program's version, set by the build.
var Version string

// ProgramVersion returns Version or, where the build has set none, the version
// of the module.
func ProgramVersion() string {
	if Version != "" {
		return Version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "unknown"
	}
	return info.Main.Version
}
