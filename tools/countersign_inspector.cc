#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/inspection/confined/inspector.h"
#include "core/inspection/engines/embedded_engine.h"
#include "events/crypto/sha256.h"
#include "tools/inspector_host/listen.h"

// countersign-inspector: inspects images for `countersignd`, which starts it. With --listen it
// inspects for servers on other machines (tools/inspector_host).
//
// Exit statuses: 0 when the server has ended, 1 when this program cannot go on, 2 when it was not
// started by a server, or its options are wrong.

namespace {

using namespace countersign;

Digest sha256_of(std::span<const std::uint8_t> bytes) { return sha256(bytes); }

std::unique_ptr<Engine> make_engine(const InspectionLimits& limits) {
  // libcrypto reads its configuration on first use; a confined worker could not open that file.
  (void)sha256(std::string_view());
  return std::make_unique<EmbeddedEngine>(sha256_of, limits);
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char* const> all(argv, static_cast<std::size_t>(argc));
  if (argc > 1 && wants_to_listen(all.subspan(1))) {
    return become_listener("countersign-inspector", all.subspan(1));
  }
  const std::string usage =
      "Usage: countersign-inspector [--listen HOST:PORT --key FILE ...]\n\n"
      "Inspects images in confined processes. countersignd and `countersign inspect` start this\n"
      "program themselves; without --listen it does nothing on its own.\n\n" +
      std::string(kListenUsage);
  return confined::run_program(
      all, {.name = "countersign-inspector", .usage = usage.c_str()}, make_engine);
}
