package app

// AwaitCollection waits until what Start drops is dropped.
func (a *App) AwaitCollection() { a.collecting.Wait() }
