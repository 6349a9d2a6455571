#include "tools/operator/server_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "tools/machine/terminal.h"
#include "tools/options/settings.h"

namespace countersign {

namespace {

std::string no_answer_line(const std::filesystem::path& data, std::chrono::seconds waited) {
  return fmt::format(
      "the server of {} does not answer: waited for {} s so far. Ctrl-C ends the wait; "
      "`countersign doctor` says more",
      data.string(),
      waited.count());
}

}  // namespace

ServerWatch::ServerWatch(std::filesystem::path data) : data_(std::move(data)) {
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    // No thread can be created: the wait has no line.
  }
}

ServerWatch::~ServerWatch() {
  stop_.ask();
  looks_.cancel();
  if (thread_.joinable()) thread_.join();
}

bool ServerWatch::server_lives() {
  const http::ClientRequest request{.url = "http://localhost/healthz",
                                    .timeout = kLookMost,
                                    .unix_socket = admin_socket_of(data_)};
  const auto answer = looks_.ask(request);
  // A look that was cancelled, or found nobody, says nothing of a server that is stuck.
  return answer || answer.error().kind != http::NoAnswer::Kind::TimedOut;
}

void ServerWatch::watch() {
  std::chrono::seconds pause = kFirstLook;
  while (stop_.sleep_for(pause)) {
    if (!server_lives() && !stop_.asked()) {
      print_failure("countersign",
                    no_answer_line(data_,
                                   std::chrono::duration_cast<std::chrono::seconds>(
                                       std::chrono::steady_clock::now() - begun_)));
    }
    pause = std::min(2 * pause, kLongestPause);
  }
}

}  // namespace countersign
