// All that a server may send to an inspector on another machine once its key is known: the
// greeting, tasks and pictures in their frames. The inspector serves the connection to its end. A
// picture is never longer than the limit, and nothing is answered that was not asked.
#include <chrono>
#include <string>

#include "core/check.h"
#include "core/inspection/engines/sandbox_engine.h"
#include "core/inspection/remote/served_connection.h"
#include "tests/core/inspection/remote/memory_stream.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::remote_server_target {

constexpr std::uint64_t kImageBytes = 64 * 1024;

void run(std::string_view input) {
  const SandboxEngine engine{SandboxScript{}};
  remote::ServedEngine served{.engine = engine,
                              .welcome = remote::welcome_of(engine.capabilities(), true),
                              .patience = std::chrono::seconds(1),
                              .idle = std::chrono::seconds(1)};
  served.welcome.image_max_bytes = kImageBytes;
  int begun = 0;
  int ended = 0;
  served.judging = [&](bool began) { ++(began ? begun : ended); };
  test::ScriptedStream stream(input);
  (void)remote::serve_connection(stream, served, ClientKey("server"), [] { return false; });
  check(begun == ended, "each submission that begins ends");
  check(begun == 0 || stream.written() > 0, "no submission is taken before the greeting");
}

const Target kTarget("remote_server", run);

}  // namespace countersign::fuzz::remote_server_target
