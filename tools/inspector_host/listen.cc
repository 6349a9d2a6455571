#include "tools/inspector_host/listen.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include "tools/machine/program_beside_us.h"

namespace countersign {

const char* const kListenUsage =
    "An inspector for servers on other machines:\n\n"
    "  --listen HOST:PORT           where servers connect\n"
    "  --key FILE                   made by `countersign inspector add NAME --out FILE`\n"
    "  --workers N                  submissions judged at the same time [two for each core]\n"
    "  --max-pixels N               as at the servers [40000000]\n"
    "  --max-image-bytes SIZE       the larger of their --max-document-bytes and\n"
    "                               --max-frame-bytes [10MiB]\n"
    "  --inspection-timeout TIME    processor time for one picture [10s]";

bool wants_to_listen(std::span<char* const> arguments) {
  return std::ranges::any_of(arguments, [](const char* argument) {
    const std::string_view text(argument);
    return text == "--listen" || text.starts_with("--listen=");
  });
}

int become_listener(const char* program, std::span<char* const> arguments) {
  if (const auto wrong = wrong_with_machine()) {
    std::fprintf(stderr, "%s: %s\n", program, wrong->c_str());
    return 1;
  }
  std::string path = program_beside_us("countersign-listener").string();
  std::string name(program);
  std::vector<char*> all{path.data(), name.data()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.push_back(nullptr);
  ::execv(path.c_str(), all.data());
  std::fprintf(
      stderr, "%s: --listen needs %s: %s\n", program, path.c_str(), ::strerrordesc_np(errno));
  return 1;
}

}  // namespace countersign
