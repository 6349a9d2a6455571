#include "tools/machine/command_line.h"

#include <sstream>
#include <string>

#include "core/text/printable.h"
#include "tools/machine/terminal.h"

namespace countersign {

int print_parse_error(CLI::App& app, const CLI::ParseError& error) {
  app.failure_message([](const CLI::App*, const CLI::Error& failure) {
    return printable(failure.what()) + "\nRun with --help for more information.\n";
  });
  std::ostringstream out;
  std::ostringstream err;
  const int status = app.exit(error, out, err);
  print_out(out.str());
  print_error(err.str());
  return status == 0 ? 0 : kUsageStatus;
}

}  // namespace countersign
