#include "tests/torture/rig/node.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/programs/support/running_server.h"

namespace countersign::torture {
namespace {

constexpr std::chrono::seconds kRefusalLimit{30};

}  // namespace

Node::Node(const std::filesystem::path& data,
           const tests::Arguments& flags,
           std::filesystem::path operator_log)
    : operator_log_(std::move(operator_log)),
      program_(tests::server_command(data, flags), {}, operator_log_) {}

bool Node::serves() {
  try {
    port_ = tests::served_port(program_);
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

std::string Node::operator_log() const {
  std::ostringstream text;
  text << std::ifstream(operator_log_).rdbuf();
  return text.str();
}

void Node::expect_refused(Findings& findings) {
  const auto status = program_.wait(kRefusalLimit);
  const std::string said = operator_log();
  const bool is_clear =
      said.ends_with("is in use by another process\n") && std::ranges::count(said, '\n') == 1;
  if (status == 1 && is_clear) return;
  findings.wrong("a second server on a folder ended with " + std::to_string(status.value_or(-1)) +
                 ": " + said);
}

Node* winner_of(Node& first, Node& second, Findings& findings) {
  bool second_serves = false;
  std::thread waiting([&] { second_serves = second.serves(); });
  const bool first_serves = first.serves();
  waiting.join();
  if (first_serves == second_serves) {
    findings.wrong(first_serves ? "two servers serve one folder" : "of two servers none serves");
    return nullptr;
  }
  (first_serves ? second : first).expect_refused(findings);
  return first_serves ? &first : &second;
}

}  // namespace countersign::torture
