#include "tools/options/remote_option.h"

#include <array>
#include <set>
#include <sstream>
#include <utility>

#include "core/machine/net/tcp.h"
#include "tools/options/settings_option.h"

namespace countersign {
namespace {

constexpr std::size_t kRemoteHostsMax = 64;

void add_hosts(CLI::App& app,
               const std::string& flag,
               std::vector<std::string>& target,
               const std::string& meaning) {
  const auto read = [flag, &target](const CLI::results_t& given) {
    target.clear();
    for (const std::string& each : given) {
      std::istringstream words(each);
      for (std::string word; words >> word;) {
        const auto address = parse_tcp_address(word);
        if (!address || address->host.empty() || address->host == "*" || address->port == "0") {
          throw CLI::ValidationError(flag, "'" + word + "' is not HOST:PORT");
        }
        target.push_back(word);
      }
    }
    return true;
  };
  app.add_option(flag, read, meaning)
      ->type_name("HOST:PORT")
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

void add_remote_options(CLI::App& app, RemoteSettings& remote) {
  add_hosts(app,
            "--remote-inspector",
            remote.inspectors,
            "inspector on another machine, which judges in place of the local workers; repeatable, "
            "or several with spaces [none]");
  add_hosts(app,
            "--remote-matcher",
            remote.matchers,
            "the same for the program that compares faces [none]");
  add_hosts(app,
            "--remote-reader",
            remote.readers,
            "the same for the program that compares print [none]");
  add_count(app,
            "--remote-places",
            remote.places,
            1,
            1024,
            "submissions that are at programs on other machines at the same time");
  app.add_option_function<std::string>(
         "--inspector-fallback",
         [&remote](const std::string& text) { remote.fallback_local = text == "local"; },
         "what judges when no program on another machine can: the workers of this machine, or "
         "nobody, which answers 503 [none]")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("local|none")
      ->check([](const std::string& text) {
        return text == "local" || text == "none" ? "" : "'" + text + "' is not local or none";
      });
}

std::optional<std::string> conflict_in_remote(const RemoteSettings& remote) {
  const std::array<std::pair<const char*, const std::vector<std::string>*>, 3> all{
      {{"--remote-inspector", &remote.inspectors},
       {"--remote-matcher", &remote.matchers},
       {"--remote-reader", &remote.readers}}};
  for (const auto& [flag, hosts] : all) {
    if (hosts->size() > kRemoteHostsMax) {
      return std::string(flag) + " is given more than " + std::to_string(kRemoteHostsMax) +
             " times";
    }
    std::set<std::string> seen;
    for (const std::string& host : *hosts) {
      if (!seen.insert(host).second) return std::string(flag) + " names " + host + " twice";
    }
  }
  if (remote.fallback_local && !remote.any()) {
    return "--inspector-fallback needs --remote-inspector, --remote-matcher or --remote-reader";
  }
  return std::nullopt;
}

}  // namespace countersign
