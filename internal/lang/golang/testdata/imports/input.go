package main

import "fmt"
import (
	"net/http"
	_ "embed"
	. "strings"

	yaml "gopkg.in/yaml.v2"
	"gopkg.in/ini.v1"
	"github.com/mattn/go-isatty"
	"github.com/jackc/pgx/v5"
	v1 "k8s.io/api/core/v1"
	"k8s.io/api/apps/v1beta1"
	"github.com/acme/log-go"
	`example.com/unused`
)

import "math/rand/v2"

func main() {
	fmt.Println(http.StatusOK, http.MethodGet, http.StatusOK)
	var c http.Client
	c.Get("x")
	fmt.Println(ToUpper("x"), yaml.Marshal, ini.Empty(), isatty.IsTerminal(1))
	pgx.Connect(nil, "")
	var p v1.Pod
	p.Name = log.Name
	rand.IntN(3)
	{
		http := c
		http.Head("local")
	}
	_ = v1beta1.Deployment{}
}
