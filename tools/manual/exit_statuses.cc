#include "tools/manual/exit_statuses.h"

#include <array>

namespace countersign {
namespace {

constexpr std::string_view kBadCommandLine =
    "the command line is not understood, or names a file, folder or installation that does not "
    "exist; nothing was done";

// The statuses of `countersign` and `countersign-verify` are defined in their code too.
constexpr std::array kOfCommands{
    ExitStatus{0, "done, and everything that was verified is right"},
    ExitStatus{1,
               "refused or failed, or something that was verified is wrong, or stdout could not be "
               "written"},
    ExitStatus{2, kBadCommandLine}};
constexpr std::array kOfServer{ExitStatus{0, "ended by SIGTERM or SIGINT"},
                               ExitStatus{1, "cannot serve"},
                               ExitStatus{2, "a setting is wrong"},
                               ExitStatus{70, "the log has failed, and a restart must recover it"}};

}  // namespace

std::span<const ExitStatus> exit_statuses_of(std::string_view program) {
  if (program == "countersign" || program == "countersign-verify") return kOfCommands;
  if (program == "countersignd") return kOfServer;
  return {};
}

}  // namespace countersign
