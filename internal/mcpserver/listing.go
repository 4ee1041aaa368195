package mcpserver

import (
	"github.com/google/jsonschema-go/jsonschema"

	"sextant/internal/tool"
)

// ListedTool is what a model is shown of a tool.
type ListedTool struct {
	Name        string             `json:"name"`
	Description string             `json:"description"`
	InputSchema *jsonschema.Schema `json:"inputSchema"`
}

// Listing is what a model is shown of tools, for measuring its cost: titles and
// annotations are for the client.
func Listing(tools []*tool.Tool) []ListedTool {
	out := make([]ListedTool, len(tools))
	for i, t := range tools {
		out[i] = ListedTool{t.Name, t.Description, t.Listed}
	}
	return out
}
