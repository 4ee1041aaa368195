# Tools for an old interpreter.

import urllib2, ConfigParser
from StringIO import StringIO


class Old:
    def method(self, (a, b), c=0777):
        print "value", a, self.name
        print >>sys.stderr, b
        exec "code" in scope
        raise ValueError, "bad"

    def other(self):
        try:
            return `self.x`
        except IOError, e:
            print e
        if a <> b:
            pass


def plain(x, y=10L):
    print x % y, ur"text"
    return urllib2.urlopen(x)
