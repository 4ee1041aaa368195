package bind

/*
#include <stdlib.h>
int add(int a, int b) { return a + b; }
*/
import "C"

import "unsafe"

//export goAdd
func goAdd(a, b C.int) C.int {
	s := C.CString("x")
	defer C.free(unsafe.Pointer(s))
	return C.add(a, b)
}
