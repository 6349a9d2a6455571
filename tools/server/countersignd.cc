#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include "core/text/printable.h"
#include "tools/machine/daemon_process.h"
#include "tools/machine/operator_log.h"
#include "tools/machine/program_beside_us.h"
#include "tools/machine/service_manager.h"
#include "tools/machine/terminal.h"
#include "tools/options/settings.h"
#include "tools/server/pulse.h"
#include "tools/server/reload.h"
#include "tools/server/server.h"
#include "tools/server/start/sources.h"

// countersignd: the server.
//
// SIGHUP has it read its settings and its certificate again. Tells the service manager that started
// it what it does (service_manager.h).
//
// Exit statuses: 0 after SIGTERM or SIGINT, 1 when it cannot serve, 2 for bad settings, 70 when the
// log has failed and a restart must recover it.

namespace {

using namespace countersign;

constexpr int kCannotServe = 1;
constexpr int kBadSettings = 2;
constexpr int kLogFailed = 70;  // EX_SOFTWARE: a supervisor should start it again
constexpr std::chrono::milliseconds kFailureDeadline{1'000};

void say_where(const std::string& url) {
  print_out("countersignd: listening on " + url + "\n");
  std::fflush(stdout);
}

[[noreturn]] void end_at_once(int status) {
  std::fflush(nullptr);
  ::_exit(status);
}

// The terminate handler of the start. If there is no memory or no further thread while other
// threads already run, nothing can be unwound: prints the cause and exits. Aborts for any other
// reason.
[[noreturn]] void refuse_to_start() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    print_failure("countersignd", "there is not enough memory to start");
    end_at_once(kCannotServe);
  } catch (const std::system_error& error) {
    print_failure("countersignd", std::string("cannot start: ") + error.what());
    end_at_once(kCannotServe);
  } catch (...) {
  }
  std::abort();
}

// Half of the watchdog's interval would do; a third lets one message be late.
constexpr int kPulsesAnInterval = 3;
constexpr std::chrono::milliseconds kPulseShortest{100};

std::unique_ptr<Pulse> made_pulse(const ServiceManager& manager, const Server& server) {
  const auto interval = manager.watchdog_interval();
  if (!interval) return nullptr;
  const auto period =
      std::chrono::duration_cast<std::chrono::milliseconds>(*interval / kPulsesAnInterval);
  return std::make_unique<Pulse>(
      std::max(period, kPulseShortest),
      [&server] { return server.works(); },
      [&manager] { manager.alive(); });
}

// Waits until the server is to end, and reads the settings again as often as somebody asks for it.
void serve_until_end(const sigset_t& signals,
                     Reload reload,
                     Server& server,
                     const ServiceManager& manager,
                     OperatorLog& operator_log) {
  const auto pulse = made_pulse(manager, server);
  const std::string status = "listening on " + server.url();
  manager.ready(status);
  while (wait_for(signals) == SIGHUP) {
    manager.reloading();
    reload.run(server, operator_log);
    manager.ready(status);
  }
  manager.stopping();
}

int serve(const ServerSettings& settings,
          const std::vector<std::string>& arguments,
          const sigset_t& signals) {
  OperatorLog operator_log(settings.log_level);
  Sources sources;
  const ServiceManager manager(process_variable);
  std::atomic<bool> log_failed{false};
  const auto abort_later = std::set_terminate(refuse_to_start);
  auto server = Server::start(settings, operator_log, sources, [&log_failed] {
    log_failed = true;
    ::kill(::getpid(), SIGTERM);
  });
  if (!server) {
    print_failure("countersignd", server.error().why);
    return server.error().bad_settings ? kBadSettings : kCannotServe;
  }
  std::set_terminate(abort_later);
  say_where((*server)->url());
  operator_log.info("server: listening", {{"url", (*server)->url()}});

  serve_until_end(signals, {arguments, settings.given}, **server, manager, operator_log);
  operator_log.info("server: stopping", {{"why", log_failed ? "the log has failed" : "signal"}});
  const bool finished = (*server)->stop(log_failed ? kFailureDeadline : kStopDeadline);
  if (!finished) operator_log.warn("server: stopped before all requests in flight were answered");
  // Running work may still need the parts that a shutdown would destroy, and a database that could
  // not write would try to write again when it is closed.
  if (!finished || log_failed) end_at_once(log_failed ? kLogFailed : 0);
  server.value().reset();
  operator_log.info("server: stopped");
  return log_failed ? kLogFailed : 0;
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_descriptors();
  close_the_doors();
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto settings = read_settings(arguments, process_variable, screen_of_stdout().columns);
  if (const auto* exit = std::get_if<EarlyExit>(&settings)) {
    if (exit->status == 0) {
      print_out(exit->text);
    } else {
      print_error(printable(exit->text) + "\n");  // one line that quotes the user's input
    }
    return finish_output("countersignd", exit->status);
  }
  if (const auto why = wrong_with_machine()) {
    print_failure("countersignd", *why);
    return kCannotServe;
  }
  raise_descriptor_limit();
  spare_address_space();
  const sigset_t signals = block_serving_signals();
  return serve(std::get<ServerSettings>(settings), arguments, signals);
}
