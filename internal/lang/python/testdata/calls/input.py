import os.path
import subprocess as sp
from helpers import make_client, Client


@app.route("/users", methods=["GET"])
@login_required
def users(request):
    client = make_client(request.host)
    client.fetch("/users").json()["items"][0].name
    result = sp.run(["ls", os.path.join("a", "b")], check=True)
    return Client(result).send(timeout=TIMEOUT)


class Session(Client):
    def send(self, message, *args, **kwargs):
        super().send(message)
        super(Session, self).send(message)
        self.transport.write(message.encode())
        self._log(message, level=self.level)
        (await_me or self.fallback)(message)
        handlers[message.kind](message)
        getattr(self, "x")()
        return self.prepare(message)(*args, **kwargs)

    def prepare(self, message):
        def deliver(*args):
            self.count += 1
            return message.copy(self.count)
        return deliver


print(f"{users!r:>{WIDTH}} {len(Session.all())} {Session.limit}" "tail")
print("%s" % os.environ["HOME"], file=sys.stderr)
del cache["x"], cache.entry
config.debug = True
config.values["x"] = compute(1)
a.b.c.d = a.b.c.e()
assert isinstance(users, Callable), "bad"
first = (lambda item: item.key)(rows[0])
