// Add sums.
func Add(a, b int) int { return a + b }

type Point struct{ X, Y int }

fmt.Println(Add(1, 2))

func Sub(a, b int) int { return a - b }
