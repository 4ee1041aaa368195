package mcpserver

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"

	"sextant/internal/telemetry"
	"sextant/internal/tokens"
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

// Fixed estimates what a session pays for tools before its first call.
func Fixed(tools []*tool.Tool) telemetry.Fixed {
	f := telemetry.Fixed{Instructions: tokens.OfListing(len(Instructions(tools)))}
	if b, err := json.Marshal(Listing(tools)); err == nil {
		f.Listing = tokens.OfListing(len(b))
	}
	return f
}
