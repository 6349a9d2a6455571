#include <stdio.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/inspection/confined/inspector.h"
#include "core/inspection/reader/reader_engine.h"
#include "events/crypto/sha256.h"
#include "tools/inspector_host/listen.h"

// countersign-reader MODEL: compares the print of documents with their zones and bar codes for
// `countersignd`, which starts it where it is installed. With --listen it does so for servers on
// other machines (tools/inspector_host).
//
// The exit statuses are those of countersign-inspector.

namespace {

using namespace countersign;

Digest sha256_of(std::span<const std::uint8_t> bytes) { return sha256(bytes); }

constexpr std::uint64_t kLoadingBytes = 2ull << 30;

// Tesseract prints what it thinks of a model and of a picture. The operator gets one line from us,
// and a worker has no descriptor to print to: it would be killed for trying.
void print_nothing() {
  constexpr cookie_io_functions_t kNowhere = {
      .read = nullptr,
      .write = [](void*, const char*, size_t size) { return static_cast<ssize_t>(size); },
      .seek = nullptr,
      .close = nullptr};
  if (std::FILE* const nowhere = ::fopencookie(nullptr, "w", kNowhere)) stderr = nowhere;
}

Result<std::unique_ptr<Engine>, std::string> make_engine(const std::string& model,
                                                         const InspectionLimits& limits) {
  confined::limit_loading_memory(kLoadingBytes);
  std::FILE* const printer = stderr;
  print_nothing();
  auto print = reader::PrintReader::load(model, sha256_of);
  if (!print) {
    stderr = printer;
    return print.error();
  }
  return std::unique_ptr<Engine>(
      std::make_unique<reader::ReaderEngine>(std::move(*print), model, limits));
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char* const> all(argv, static_cast<std::size_t>(argc));
  if (argc > 1 && wants_to_listen(all.subspan(1))) {
    return become_listener("countersign-reader", all.subspan(1));
  }
  const std::string model = argc == 2 ? argv[1] : "";
  const std::string usage =
      "Usage: countersign-reader MODEL [--listen HOST:PORT --key FILE ...]\n\n"
      "Compares the print of documents with their machine-readable data, in confined processes.\n"
      "countersignd starts this program itself; without --listen it does nothing on its own.\n\n" +
      std::string(kListenUsage);
  return confined::run_program(
      all,
      {.name = "countersign-reader", .usage = usage.c_str()},
      [&](const InspectionLimits& limits) { return make_engine(model, limits); });
}
