class Connection:
    """Attributes that methods define."""

    declared: int
    default = None

    def connect(self, host):
        self.host = host
        self.late = 1
        # Open or not.
        self.open = True
        self.declared = 3
        self.default = 4

    def __init__(self, host: str, port=80):
        self.host = host
        self.port: int = port
        """The port."""
        self.a = self.b = None
        self.x, (self.y, *self.z) = host
        self.options = dict(host=host)
        self.nested.value = 1
        self.items[0] = host
        self.host = host.strip()
        setattr(self, "hidden", 1)

    def reconnect(self):
        self.host, other = self.port, 2
        self.port += 1
        self.late: str = "annotated wins"
        del self.open
        for self.current in self.items:
            pass
        with lock() as self.lock:
            pass
        other.field = 1
        callback = lambda: self.close(other)
        self.callback = lambda event: self.handle(event)

    @staticmethod
    def make(self):
        self.not_a_field = 1

    @classmethod
    def configure(cls, **options):
        cls.options = options
        cls.shared = True


def patch(self):
    self.foreign = 1


class Child(Connection):
    host = "localhost"

    def method(s):
        s.own = s.host
        def inner(s):
            s.parameter = 1
        def closure():
            s.closed = 1
