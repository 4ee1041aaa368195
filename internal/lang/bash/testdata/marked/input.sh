# Marked.

näme=1
grüße() {
	echo "$1 日本"
}
grüße