package mcpserver

import (
	"github.com/google/jsonschema-go/jsonschema"

	"sextant/internal/tool"
)

// ListedTool is a tool as tools/list shows it.
type ListedTool struct {
	Name        string             `json:"name"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	InputSchema *jsonschema.Schema `json:"inputSchema"`
}

// Listing is what tools/list sends for tools, for measuring its cost.
func Listing(tools []*tool.Tool) []ListedTool {
	out := make([]ListedTool, len(tools))
	for i, t := range tools {
		out[i] = ListedTool{t.Name, t.Title, t.Description, t.Schema}
	}
	return out
}
