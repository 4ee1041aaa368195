package main

// lookups are what an agent asks of a tree whose language is known: names to
// be found, sites to be changed, messages, habits. Ten each, for the trees
// that RESULTS.md names; every one has matches there.
var lookups = map[string][]pattern{
	// the Linux kernel
	"c": {
		{identifiers, "", "ext4_fill_super"},
		{identifiers, "w", "netif_receive_skb"},
		{identifiers, "", "sysctl_tcp_syncookies"},
		{identifiers, "w", "usb_submit_urb"},
		{identifiers, "", "list_for_each_entry_rcu"},
		{literals, "F", "Unable to mount root fs"},
		{regexps, "", `struct file_operations \w*ext4\w*`},
		{regexps, "", `^EXPORT_SYMBOL_GPL\(clk_\w+\)`},
		{regexps, "", `CONFIG_PREEMPT_RT\b`},
		{regexps, "i", `todo.*lock`},
	},
	// GOROOT/src
	"go": {
		{identifiers, "", "type RoundTripper interface"},
		{identifiers, "w", "ErrServerClosed"},
		{identifiers, "", "func NewRequest"},
		{identifiers, "w", "singleflight"},
		{identifiers, "F", "sync.Pool{"},
		{literals, "F", "use of closed network connection"},
		{literals, "F", "TODO(bradfitz)"},
		{regexps, "", `func \(\w+ \*Transport\) \w+`},
		{regexps, "", `os\.Getenv\("GO\w+"\)`},
		{regexps, "", `errors\.(Is|As)\(err, `},
	},
	// vite
	"typescript": {
		{identifiers, "w", "createServer"},
		{identifiers, "", "interface UserConfig"},
		{identifiers, "w", "optimizeDeps"},
		{identifiers, "", "import.meta.hot"},
		{identifiers, "w", "resolveConfig"},
		{literals, "F", "throw new Error("},
		{literals, "i", "deprecated"},
		{regexps, "", `export (async )?function \w+Plugin\(`},
		{regexps, "", `process\.env\.\w+`},
		{regexps, "", `from '\.\./\.\./shared/\w+'`},
	},
	// scrapy
	"python": {
		{identifiers, "", "class Spider"},
		{identifiers, "w", "DOWNLOAD_DELAY"},
		{identifiers, "w", "CrawlerProcess"},
		{identifiers, "", "def process_request"},
		{identifiers, "w", "NotConfigured"},
		{literals, "F", "raise NotImplementedError"},
		{literals, "i", "deprecated"},
		{regexps, "", `^from twisted\.\w+`},
		{regexps, "", `def test_\w*redirect\w*\(`},
		{regexps, "", `settings\.get(bool|int|list)\(`},
	},
	// symfony
	"php": {
		{identifiers, "w", "class Container"},
		{identifiers, "w", "EventDispatcherInterface"},
		{identifiers, "w", "RequestStack"},
		{identifiers, "F", "implements ServiceSubscriberInterface"},
		{literals, "F", "trigger_deprecation("},
		{literals, "F", "throw new InvalidArgumentException("},
		{literals, "F", "#[AsCommand"},
		{regexps, "", `function test\w*Redirect\w*\(`},
		{regexps, "", `->getContainer\(\)`},
		{regexps, "", `extends Abstract\w+Type\b`},
	},
	// okhttp
	"kotlin": {
		{identifiers, "", "class RealCall"},
		{identifiers, "w", "ConnectionPool"},
		{identifiers, "w", "Interceptor.Chain"},
		{identifiers, "w", "EventListener"},
		{identifiers, "w", "cacheControl"},
		{literals, "F", "fun intercept("},
		{literals, "F", "throw IOException("},
		{literals, "i", "deprecated"},
		{regexps, "", `fun \w*[rR]edirect\w*\(`},
		{regexps, "", `@Deprecated\(`},
	},
}
