package sim

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// A digest hangs on every field of a result and of its jobs but those that are said
// not to count, whatever fields there will be.
func TestDigestCoversEveryField(t *testing.T) {
	fresh := func() *Result {
		return &Result{Policy: "p", Pools: make([]GPUMillis, 1), Jobs: []JobResult{{ID: "a"}, {ID: "b"}}}
	}
	base := fresh().Digest()
	require.Equal(t, base, fresh().Digest())

	free := map[string]bool{"ScalingLoss": true, "Rounds": true, "Events": true}
	var visit func(t *testing.T, name string, at func(r *Result) reflect.Value)
	visit = func(t *testing.T, name string, at func(r *Result) reflect.Value) {
		switch v := at(fresh()); v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				visit(t, v.Type().Field(i).Name, func(r *Result) reflect.Value { return at(r).Field(i) })
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				visit(t, name, func(r *Result) reflect.Value { return at(r).Index(i) })
			}
		default:
			r := fresh()
			change(t, at(r))
			require.Equal(t, free[name], r.Digest() == base, name)
		}
	}
	visit(t, "", func(r *Result) reflect.Value { return reflect.ValueOf(r).Elem() })

	longer := fresh()
	longer.Jobs = append(longer.Jobs, JobResult{})
	require.NotEqual(t, base, longer.Digest())
	swapped := fresh()
	swapped.Jobs[0], swapped.Jobs[1] = swapped.Jobs[1], swapped.Jobs[0]
	require.NotEqual(t, base, swapped.Digest())
}

// change makes a value another one.
func change(t *testing.T, v reflect.Value) {
	switch {
	case v.CanInt():
		v.SetInt(v.Int() + 1)
	case v.CanUint():
		v.SetUint(v.Uint() + 1)
	case v.CanFloat():
		v.SetFloat(v.Float() + 1)
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "x")
	default:
		t.Fatalf("no way to change a %v", v.Kind())
	}
}
