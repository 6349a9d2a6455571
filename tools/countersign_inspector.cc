#include <memory>
#include <span>
#include <string_view>

#include "core/inspection/confined/inspector.h"
#include "core/inspection/engines/embedded_engine.h"
#include "events/crypto/sha256.h"

// countersign-inspector: inspects images for `countersignd`, which starts it.
//
// Exit statuses: 0 when the server has ended, 1 when this program cannot go on, 2 when it was not
// started by a server.

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
  return confined::run_program(
      {argv, static_cast<std::size_t>(argc)},
      {.name = "countersign-inspector",
       .usage = "Usage: countersign-inspector\n\n"
                "Inspects images in confined processes. countersignd and `countersign inspect` "
                "start this\n"
                "program themselves; it does nothing on its own."},
      make_engine);
}
