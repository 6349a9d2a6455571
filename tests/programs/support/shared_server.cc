#include "tests/programs/support/shared_server.h"

namespace countersign::tests {

RunningServer& shared_server() {
  static RunningServer server({.flags = {"--create-rate=100000/1m",
                                         "--read-rate=100000/1m",
                                         "--purge-rate=100000/1m",
                                         "--bundle-rate=100000/1m",
                                         "--device-rate=100000/1m",
                                         "--auth-failure-rate=100000/1m"}});
  return server;
}

Backend shared_backend() {
  static const Credentials credentials = shared_server().add_client("tests");
  return {shared_server().port(), credentials};
}

bool still_serves() {
  const Backend backend = shared_backend();
  const Answer created = backend.create("LIVENESS");
  const Json session(created.body);
  const Device device(shared_server().port(), session.text("/sessionToken"));
  return created.status == 200 && device.challenge("liveness").status == 200 &&
         shared_server().ask({"GET", "/readyz"}).status == 200;
}

}  // namespace countersign::tests
