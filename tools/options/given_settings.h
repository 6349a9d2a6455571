#pragma once
#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace countersign {

// The settings that an operator gave, by flag, variable or file: the name of each, such as
// `session-ttl`, with its values as they were written. A setting that was not given is missing.
using GivenSettings = std::map<std::string, std::vector<std::string>>;
GivenSettings given_in(const CLI::App& app);

// How settings that were read anew differ from earlier ones. The files of TLS are replaced, but TLS
// is neither begun nor ended while a server runs.
struct ChangedSettings {
  std::vector<std::string> live{};        // the names of those that a running server takes over
  std::vector<std::string> at_restart{};  // of those that count from the next start
};
ChangedSettings changes_between(const GivenSettings& before, const GivenSettings& after);

}  // namespace countersign
