#include "tools/server/reload.h"

#include <utility>
#include <variant>

#include "tools/options/settings.h"

namespace countersign {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ",") + name;
  return all;
}

}  // namespace

void Reload::run(Server& server, OperatorLog& operator_log) {
  auto read = read_settings(arguments_, process_variable);
  if (const auto* exit = std::get_if<EarlyExit>(&read)) {
    return operator_log.error("settings: cannot be read again: the earlier ones stay",
                              {{"why", exit->text}});
  }
  auto& settings = std::get<ServerSettings>(read);
  if (const auto why = server.take_over(settings)) {
    return operator_log.error("settings: cannot be taken over: the earlier ones stay",
                              {{"why", *why}});
  }
  const auto live = changes_between(taken_, settings.given).live;
  const auto at_restart = changes_between(started_with_, settings.given).at_restart;
  operator_log.info("settings: read again, with the certificate",
                    {{"taken_over", live.empty() ? "nothing changed" : joined(live)}});
  if (!at_restart.empty()) {
    operator_log.warn("settings: some have changed that count from the next start only",
                      {{"settings", joined(at_restart)}});
  }
  taken_ = std::move(settings.given);
}

}  // namespace countersign
