namespace app {

class Server {
 public:
  Server(int port);
  void start() {
    if (ready()) {
      listen(port_);

  void stop();

 private:
  int port_;
};

void Server::stop() { port_ = 0; }

}  // namespace app

int main() {
  app::Server s(80);
  s.
}
