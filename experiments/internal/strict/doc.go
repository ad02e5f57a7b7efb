// Package strict reads YAML into Go values and finds every fault of the text
// at once, each with its place, the text found, what was wanted and the
// nearest valid word.
//
// Struct fields are named by the tag yaml, as in package yaml.v3. The tag
// jsonschema, the one from which a JSON Schema can be generated, sets rules:
// required, minItems=1, minimum=N, exclusiveMinimum=N, maximum=N and enum=WORD. What a
// value holds before it is read is its default. A type that reads more than
// one form of YAML implements [Custom].
//
// Nothing is guessed: a key is known or a fault, a number is not a text, a key
// is there once. Anchors and aliases are followed, merge keys are not.
package strict
