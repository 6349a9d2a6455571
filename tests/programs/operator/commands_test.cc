#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

// The commands in the documentation work: the capture that `./dev run` shows, and the README's
// blocks of commands.
namespace countersign::tests::commands_test {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// The lines of all ```sh blocks of a page.
std::vector<std::string> shell_lines(const std::string& page) {
  std::vector<std::string> lines;
  std::istringstream text(page);
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```sh";
    } else if (inside) {
      lines.push_back(line);
    }
  }
  return lines;
}

std::set<std::string> dev_commands() {
  const Finished help = run_program({fs::path(COUNTERSIGN_SOURCE_DIR) / "dev", "help"});
  std::set<std::string> commands;
  std::istringstream text(help.out);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string program;
    std::string command;
    if (words >> program >> command && program == "./dev") commands.insert(command);
  }
  return commands;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void write_client(const fs::path& file, const Credentials& client) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << R"({"clientKey":")" << client.key << R"(","clientSecret":")"
                      << client.secret << "\"}";
}

TEST_CASE("the capture that ./dev run shows can be pasted") {
  const RunningServer server;
  write_client(server.folder() / "client.json", server.add_client("demo"));
  const Finished script = run_program(
      {fs::path(COUNTERSIGN_SOURCE_DIR) / "dev",
       "capture",
       "http://127.0.0.1:" + std::to_string(server.port())},
      {{"COUNTERSIGN_RUN_DIR", server.folder()}, {"COUNTERSIGN_DRAW", COUNTERSIGN_DRAW_PATH}});
  REQUIRE(script.status == 0);
  const Finished pasted = run_program({"bash", "-euo", "pipefail", "-c", script.out});
  INFO(pasted.out);
  INFO(pasted.err);
  CHECK(pasted.status == 0);
  CHECK(pasted.out.find("\"result\":\"REVIEW\"") != std::string::npos);
  CHECK(pasted.out.find("selfie-2-") != std::string::npos);
  CHECK(pasted.out.find("FAILED") == std::string::npos);
}

TEST_CASE("the README's three ways in are commands of ./dev, and an installation") {
  const std::string readme = content_of(fs::path(COUNTERSIGN_SOURCE_DIR) / "README.md");
  const std::set<std::string> commands = dev_commands();
  std::size_t named = 0;
  std::istringstream text(readme);
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("./dev ")) continue;
    CAPTURE(line);
    CHECK(commands.contains(line.substr(6, line.find(' ', 6) - 6)));
    ++named;
  }
  CHECK(named == 2);
  // tests/package/run_packages.sh runs the second, and tests/package/booted.sh the installation.
  CHECK(readme.find("\n./dev run\n./dev run --package countersign_*.deb\napt-get install ./") !=
        std::string::npos);
}

TEST_CASE("the README's blocks of shell run as they stand beside a running server") {
  const std::string readme = content_of(fs::path(COUNTERSIGN_SOURCE_DIR) / "README.md");
  std::string script;
  for (const std::string& line : shell_lines(readme)) script += line + "\n";
  REQUIRE(script.find("curl") != std::string::npos);
  const RunningServer server;
  // The folder looks as the repository does after `./dev run`, except for the port.
  replace_all(script, "http://127.0.0.1:8080", "http://127.0.0.1:" + std::to_string(server.port()));
  write_client(server.folder() / "run" / "client.json", server.add_client("readme"));
  const fs::path draw = server.folder() / "build/default/tools/drawing/countersign-draw";
  fs::create_directories(draw.parent_path());
  fs::create_symlink(COUNTERSIGN_DRAW_PATH, draw);
  const Finished ran = run_program(
      {"bash", "-euo", "pipefail", "-c", "cd \"$1\"\n" + script, "readme", server.folder()});
  INFO(ran.out);
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(ran.out.find(": OK") != std::string::npos);
  CHECK(ran.out.find("\"resultStatus\": \"PASSED\"") != std::string::npos);
}

}  // namespace countersign::tests::commands_test
