#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/utf8.h"
#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/running_server.h"

// Names that a stranger chose, in an export, a backup, a request and on the command line, and what
// of them reaches a terminal, a page and the operator's log. The programs are the real ones.
namespace countersign::tests::hostile_names_test {

namespace fs = std::filesystem;

// An auditor's terminal that obeyed this text would show a cleared screen and a good verdict.
constexpr std::string_view kForgery =
    "\x1b[2J\x1b[Hok: true\revents: 51\r\n\x1b]0;pwned\x07\x1b[8m";

const std::vector<std::string>& hostile_names() {
  static const std::vector<std::string> names{
      std::string(kForgery),
      "a\nok: true",
      "\x9b"
      "2Jok: true",  // CSI of an 8-bit terminal
      "\xC2\x9B"
      "2Jok: true",  // the same in UTF-8
      "\xE2\x80\xAE"
      "eurt :ko",                   // right-to-left override
      "\xE2\x81\xA6x\xE2\x81\xA9",  // isolated
      "\xD8\x9C\xE2\x80\x8F",       // direction marks
      "\xE2\x80\xA8ok: true",       // line separator
      "\xff\xfe\xf1",               // not UTF-8
      "del\x7f",
  };
  return names;
}

// The first bytes that a terminal could obey; "" if there are none.
std::string obeyed_in(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    const auto in_row = [&](std::string_view head, unsigned first, unsigned last) {
      const auto byte = static_cast<unsigned char>(character.back());
      return character.size() == head.size() + 1 && character.starts_with(head) && byte >= first &&
             byte <= last;
    };
    const bool control = character.size() == 1 && character != "\n" &&
                         (static_cast<unsigned char>(character[0]) < 0x20 || character == "\x7f");
    if (length == 0 || control || in_row("\xC2", 0x80, 0x9f) || in_row("\xE2\x80", 0x8e, 0x8f) ||
        in_row("\xE2\x80", 0xa8, 0xae) || in_row("\xE2\x81", 0xa6, 0xaf) ||
        in_row("\xD8", 0x9c, 0x9c)) {
      return "bytes" + std::to_string(static_cast<unsigned char>(character[0])) +
             " before: " + std::string(text.substr(0, 40));
    }
    text.remove_prefix(character.size());
  }
  return "";
}

std::size_t lines_that_begin(std::string_view text, const std::string& with) {
  std::size_t count = text.starts_with(with) ? 1 : 0;
  for (std::size_t at = text.find("\n" + with); at != text.npos;
       at = text.find("\n" + with, at + 1)) {
    ++count;
  }
  return count;
}

void check_shown(const Finished& ran) {
  CHECK(obeyed_in(ran.out) == "");
  CHECK(obeyed_in(ran.err) == "");
  CHECK(lines_that_begin(ran.out, "ok: true") == 0);
  CHECK(lines_that_begin(ran.err, "ok: true") == 0);
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Finished countersign(const Arguments& arguments) {
  Arguments command{COUNTERSIGN_PATH};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_program(command);
}

TEST_CASE("no name of a file in an export reaches the auditor's terminal or page as it is") {
  const ExportableLog log(300, 1);
  for (const std::string& name : hostile_names()) {
    CAPTURE(name);
    for (const char* place : {"checkpoints", "tile/0", "tile/entries"}) {
      CAPTURE(place);
      const TempFolder folder;
      const fs::path exported = folder.path() / "exported";
      REQUIRE(write_export(exported, log.source(300)));
      CHECK(countersign({"log", "verify", exported}).status == 0);
      write_file(exported / place / name, "anything");

      const Finished text = countersign({"log", "verify", exported});
      CHECK(text.status == 1);
      check_shown(text);
      CHECK(lines_that_begin(text.out, "ok: false") == 1);

      const Finished json = countersign({"log", "verify", exported, "--json"});
      CHECK(json.status == 1);
      check_shown(json);
      const Json verdict(json.out);
      REQUIRE(verdict.valid());
      CHECK_FALSE(verdict.is_true("/ok"));
      // The value is the name itself if the name is UTF-8.
      if (is_utf8(name)) CHECK(verdict.text("/firstError/file").ends_with(name));

      const fs::path page = folder.path() / "report.html";
      const Finished report = countersign({"report", "--from", exported, page});
      CHECK(report.status == 1);
      check_shown(report);
      CHECK(obeyed_in(content_of(page)) == "");
    }
  }
}

TEST_CASE("no name of a key in an export reaches the auditor's terminal") {
  const ExportableLog log(20, 1);
  for (const std::string& name : hostile_names()) {
    CAPTURE(name);
    const TempFolder folder;
    const fs::path exported = folder.path() / "exported";
    REQUIRE(write_export(exported, log.source(20)));
    std::string keys = content_of(exported / "vkeys.txt");
    REQUIRE(keys.starts_with("log.example"));
    write_file(exported / "vkeys.txt", name + keys);
    const Finished verified = countersign({"log", "verify", exported});
    CHECK(verified.status == 1);
    check_shown(verified);
  }
}

TEST_CASE("quoted arguments are shown without control sequences") {
  for (const std::string& name : hostile_names()) {
    CAPTURE(name);
    const TempFolder folder;
    const std::string path = folder.path() / name;
    write_file(path, "no picture, no export, no backup");
    for (const Arguments& arguments : {Arguments{"log", "verify", path},
                                       Arguments{"log", "verify", folder.path(), "--vkey", name},
                                       Arguments{"log", "verify", folder.path(), name},
                                       Arguments{"inspect", path},
                                       Arguments{"inspect", path, "--json"},
                                       Arguments{"backup", "verify", path},
                                       Arguments{"backup", "list", path},
                                       Arguments{"report", "--from", folder.path(), path},
                                       Arguments{"--data", path, "client", "list"},
                                       Arguments{name}}) {
      check_shown(countersign(arguments));
    }
    const Finished served =
        run_program({COUNTERSIGND_PATH, "--data", folder.path() / "data", "--listen", name});
    CHECK(served.status != 0);
    check_shown(served);
    const Finished named = run_program(
        {COUNTERSIGND_PATH, "--data", folder.path() / "data", "--log-origin", "log" + name});
    CHECK(named.status == 2);
    check_shown(named);
  }
}

TEST_CASE("a client's name is shown by the server's own command without what a terminal obeys") {
  const RunningServer server;
  for (const char* name : {"\xC2\x9B"
                           "2Jok",
                           "\xE2\x80\xAE"
                           "evil",
                           "del\x7f"}) {
    CAPTURE(name);
    check_shown(server.operate({"client", "add", name, "--purposes", "LIVENESS", "--quota", "1"}));
    for (const Arguments& arguments : {Arguments{"client", "list"},
                                       Arguments{"client", "list", "--json"},
                                       Arguments{"log", "tail"},
                                       Arguments{"log", "tail", "--json"}}) {
      check_shown(server.operate(arguments));
    }
  }
  CHECK(Json(server.operate({"client", "list", "--json"}).out).valid());
}

TEST_CASE("nothing of a request makes a line of the operator's log, or moves it on a terminal") {
  RunningServer server({.flags = {"--log-level", "debug"}});
  for (const std::string& name : hostile_names()) {
    for (const std::string& request :
         {"GET /" + name + " HTTP/1.1\r\nHost: a\r\n\r\n",
          "GET /healthz?" + name + " HTTP/1.1\r\nHost: a\r\n\r\n",
          "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: " + name + "\r\n\r\n",
          "GET /healthz HTTP/1.1\r\nHost: a\r\nUser-Agent: " + name + "\r\n\r\n",
          name + " /healthz HTTP/1.1\r\nHost: a\r\n\r\n"}) {
      Wire wire(server.port());
      wire.send(request);
      wire.end_sending();
      while (wire.receive()) {
      }
    }
  }
  CHECK(server.ask({"GET", "/healthz"}).status == 200);
  CHECK(server.stop() == 0);
  const std::string operator_log = server.operator_log();
  CHECK(operator_log.find("listening") != std::string::npos);
  CHECK(obeyed_in(operator_log) == "");
  for (std::size_t at = 0; at < operator_log.size(); at = operator_log.find('\n', at) + 1) {
    CHECK(operator_log.substr(at, 5) == "time=");
  }
}

TEST_CASE("no number of requests fills the operator's log") {
  RunningServer server;
  REQUIRE(server.stop() == 0);
  server.start({.flags = {"--reserve-bytes=4096TiB"}});  // not ready, because there is no room
  const auto began = std::chrono::steady_clock::now();
  constexpr int kAsked = 300;
  for (int i = 0; i < kAsked; ++i) CHECK(server.ask({"GET", "/readyz"}).status == 503);
  const auto took = std::chrono::steady_clock::now() - began;
  CHECK(server.stop() == 0);
  std::istringstream operator_log(server.operator_log());
  int lines = 0;
  for (std::string line; std::getline(operator_log, line);) {
    if (line.find("path=/readyz") != std::string::npos) ++lines;
  }
  CHECK(lines >= 1);
  CHECK(lines <= 1 + took / std::chrono::seconds(10));
}

}  // namespace countersign::tests::hostile_names_test
