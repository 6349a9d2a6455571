#include "tools/machine/service_manager.h"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <string>

#include "tests/events/support/temp_folder.h"

namespace countersign::service_manager_test {

using Variables = std::map<std::string, std::string>;

ServiceManager manager_of(const Variables& variables) {
  return ServiceManager([&variables](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

// The socket of a service manager. A name that begins with @ is an abstract one.
class Told {
 public:
  explicit Told(std::string name) : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const bool is_abstract = name.starts_with('@');
    std::memcpy(address.sun_path, name.data(), name.size());
    if (is_abstract) address.sun_path[0] = '\0';
    const auto size = offsetof(sockaddr_un, sun_path) + name.size() + (is_abstract ? 0 : 1);
    REQUIRE(::bind(socket_.get(),
                   reinterpret_cast<const sockaddr*>(&address),
                   static_cast<socklen_t>(size)) == 0);
  }
  // The next message that has arrived; "" if there is none.
  std::string next() {
    std::array<char, 512> text{};
    const auto size = ::recv(socket_.get(), text.data(), text.size(), MSG_DONTWAIT);
    return size < 0 ? "" : std::string(text.data(), static_cast<std::size_t>(size));
  }

 private:
  OwnedFd socket_;
};

TEST_CASE("a service manager hears what the program does") {
  const TempFolder folder;
  for (const std::string& name :
       {(folder.path() / "notify").string(), "@countersign-test-" + std::to_string(::getpid())}) {
    CAPTURE(name);
    Told told(name);
    const ServiceManager manager = manager_of({{"NOTIFY_SOCKET", name}});
    CHECK(manager.is_there());
    CHECK(told.next() == "");
    manager.ready("listening");
    CHECK(told.next() == "READY=1\nSTATUS=listening");
    manager.reloading();
    CHECK(told.next().starts_with("RELOADING=1\nMONOTONIC_USEC="));
    manager.alive();
    CHECK(told.next() == "WATCHDOG=1");
    manager.stopping();
    CHECK(told.next().starts_with("STOPPING=1\n"));
    CHECK(told.next() == "");
  }
}

TEST_CASE("without a manager, or with a name that cannot be one, nobody is told") {
  for (const Variables& variables : {Variables{},
                                     Variables{{"NOTIFY_SOCKET", ""}},
                                     Variables{{"NOTIFY_SOCKET", "relative"}},
                                     Variables{{"NOTIFY_SOCKET", "/nowhere/notify"}},
                                     Variables{{"NOTIFY_SOCKET", "/" + std::string(200, 'a')}}}) {
    const ServiceManager manager = manager_of(variables);
    CHECK_FALSE(manager.is_there());
    CHECK_FALSE(manager.watchdog_interval().has_value());
    manager.ready("listening");
    manager.stopping();
  }
}

TEST_CASE("a manager that has gone is no reason to end") {
  const TempFolder folder;
  const std::string name = folder.path() / "notify";
  Variables variables{{"NOTIFY_SOCKET", name}};
  auto told = std::make_unique<Told>(name);
  const ServiceManager manager = manager_of(variables);
  told.reset();
  manager.alive();
  CHECK(manager.is_there());
}

TEST_CASE("a manager that does not read holds up neither work nor the end") {
  const TempFolder folder;
  const std::string name = folder.path() / "notify";
  Told told(name);
  const ServiceManager manager = manager_of({{"NOTIFY_SOCKET", name}});
  // More than any queue of datagrams of a socket takes.
  for (int i = 0; i < 100'000; ++i) manager.alive();
  manager.stopping();
  std::size_t kept = 0;
  while (told.next() == "WATCHDOG=1") ++kept;
  CHECK(kept > 0);
  CHECK(kept < 100'000);
  manager.ready("listening again");
  CHECK(told.next() == "READY=1\nSTATUS=listening again");
}

TEST_CASE("the interval of the watchdog is this process's own, and a number") {
  const TempFolder folder;
  const std::string name = folder.path() / "notify";
  const Told told(name);
  const auto interval_of = [&](const std::string& usec, const std::optional<std::string>& pid) {
    Variables variables{{"NOTIFY_SOCKET", name}, {"WATCHDOG_USEC", usec}};
    if (pid) variables["WATCHDOG_PID"] = *pid;
    return manager_of(variables).watchdog_interval();
  };
  const std::string ours = std::to_string(::getpid());
  CHECK(interval_of("30000000", ours) == std::chrono::seconds(30));
  CHECK(interval_of("30000000", std::nullopt) == std::chrono::seconds(30));
  CHECK_FALSE(interval_of("30000000", std::to_string(::getpid() + 1)).has_value());
  CHECK_FALSE(interval_of("30000000", "x").has_value());
  for (const char* usec : {"", "0", "-1", "30s", "99999999999999999999"}) {
    CAPTURE(usec);
    CHECK_FALSE(interval_of(usec, ours).has_value());
  }
}

}  // namespace countersign::service_manager_test
