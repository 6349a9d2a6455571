// A body that is packed is refused at every door that takes a body, and for that reason.
#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "core/ascii.h"
#include "http/call/endpoint.h"
#include "tests/http/review/support/console.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::body_coding_test {

bool takes_a_body(const Endpoint& door) { return takes<Json, FormData>(door.handler); }

bool is_of_console(const Endpoint& door) {
  return is_called_by<by::Entrant, by::Reviewer>(door.handler);
}

// A server, and whoever may call one of its doors.
class Doors {
 public:
  Doors() {
    const Answer created = console_.rig.create(client_);
    session_ = created["sessionId"];
    token_ = created["sessionToken"];
    const Console::Made made = console_.add(
        "Anna", R"([{"role":"reviewer","client":"*"},{"role":"supervisor","client":"*"}])");
    passkey_.user_handle = made.reviewer;
    login_ = Console::token_of(console_.register_with(made.code, passkey_));
  }

  Answer send(const Endpoint& door, const Headers& coding) {
    console_.rig.clock.move(std::chrono::seconds(1));  // for the rates
    const auto exchange = std::make_shared<KeptExchange>();
    Application& application = console_application(door);
    if (const auto sink = application.on_request(head_of(door, coding), exchange)) {
      sink->on_data("{}");
      sink->on_end();
    }
    return exchange->wait();
  }

 private:
  Application& console_application(const Endpoint& door) {
    if (is_of_console(door)) return review_;
    return capture_;
  }

  RequestHead head_of(const Endpoint& door, const Headers& coding) {
    RequestHead head;
    head.method = door.method;
    head.method_text = door.method == Method::Patch ? "PATCH" : "POST";
    head.path = path_of(door);
    head.target = head.path;
    head.content_length = 2;
    head.peer_address = "192.0.2." + std::to_string(++peer_ % 250);
    head.admin = is_called_by<by::Operator>(door.handler);
    if (head.admin) head.peer_uid = 1000;
    head.headers = Console::with({{"X-Svc-Client-Key", client_.key},
                                  {"X-Svc-Client-Secret", client_.secret},
                                  {"Authorization", "Bearer " + token_},
                                  {"X-Countersign-Review", "1"},
                                  {"X-Countersign-Page", Console::page_key()},
                                  {"Content-Type", type_of(door)}},
                                 login_);
    if (is_of_console(door)) {
      head.headers.add("Origin", Console::kOrigin);
    }
    for (const Headers::Field& field : coding) head.headers.add(field.name, field.value);
    for (Headers::Field& field : head.headers.fields) field.name = lower_case(field.name);
    return head;
  }

  static std::string type_of(const Endpoint& door) {
    return takes<FormData>(door.handler) ? Form().type() : "application/json";
  }

  std::string path_of(const Endpoint& door) const {
    std::string path(door.path);
    for (std::size_t open; (open = path.find('{')) != std::string::npos;) {
      path.replace(open, path.find('}') + 1 - open, session_);
    }
    return path;
  }

  Console console_;
  CaptureApplication capture_{console_.rig.service()};
  ReviewApplication review_{console_.rig.service()};
  Credentials client_ = console_.rig.add_client();
  std::string session_;
  std::string token_;
  test::Authenticator passkey_;
  std::string login_;
  int peer_ = 0;
};

template <class Check>
std::size_t for_each_door(const Check& check) {
  std::size_t doors = 0;
  for (const auto& table : {public_endpoints(), admin_endpoints(), review_endpoints()}) {
    for (const Endpoint& door : table) {
      if (!takes_a_body(door)) continue;
      INFO(door.path);
      ++doors;
      check(door);
    }
  }
  return doors;
}

TEST_CASE("a packed body is 415 at every door, with a reason that names the field") {
  Doors doors;
  const std::size_t count = for_each_door([&](const Endpoint& door) {
    for (const Headers& coding :
         {Headers{{"Content-Encoding", "gzip"}},
          Headers{{"content-encoding", "br"}},
          Headers{{"Content-Encoding", "GZIP"}},
          Headers{{"Content-Encoding", "identity, deflate"}},
          Headers{{"Content-Encoding", "identity"}, {"Content-Encoding", "zstd"}},
          Headers{{"Content-Encoding", "aes128gcm;x=1"}}}) {
      const Answer refused = doors.send(door, coding);
      CHECK(refused.status == 415);
      CHECK(refused.code() == "SVC_UNSUPPORTED_MEDIA_TYPE");
      CHECK(refused["detail"] ==
            "The body must come without a Content-Encoding: the server unpacks none.");
      CHECK(refused.header("Accept-Encoding") == "identity");
    }
  });
  CHECK(count > 50);
}

TEST_CASE("a body that says it comes as it is goes in at every door") {
  Doors doors;
  (void)for_each_door([&](const Endpoint& door) {
    for (const Headers& coding : {Headers{},
                                  Headers{{"Content-Encoding", "identity"}},
                                  Headers{{"Content-Encoding", "Identity"}},
                                  Headers{{"Content-Encoding", ""}},
                                  Headers{{"Content-Encoding", "identity, IDENTITY,"}}}) {
      const Answer answer = doors.send(door, coding);
      CHECK(answer.status != 415);
      CHECK(answer.header("Accept-Encoding").empty());
    }
  });
}

TEST_CASE("a session is created by a body that says it comes as it is") {
  Rig rig;
  const Credentials client = rig.add_client();
  CHECK(rig.create(client, "", {{"Content-Encoding", "IDENTITY"}}).status == 200);
  CHECK(rig.create(client, "", {{"Content-Encoding", "gzip"}}).status == 415);
}

}  // namespace countersign::http::body_coding_test
