#pragma once
#include <signal.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/reserved_port.h"
#include "tests/programs/support/wire.h"

namespace countersign::tests {

// A real `countersign witness` with its own state, which can be stopped, killed and started again
// at the same address.
class RunningWitness {
 public:
  explicit RunningWitness(std::string log_vkey) : log_vkey_(std::move(log_vkey)) { start(); }

  void start() {
    program_.reset();
    program_ = std::make_unique<Program>(command(), Variables{}, operator_log_file());
    const auto line = program_->read_line();
    if (!line) throw std::runtime_error("the witness did not start: " + operator_log());
    const Json said(*line);
    vkey_ = said.text("/vkey");
    url_ = said.text("/url");
  }
  int stop() {
    program_->signal(SIGTERM);
    return program_->wait(std::chrono::seconds(15)).value_or(-1);
  }
  void kill() {
    program_->signal(SIGKILL);
    (void)program_->wait(std::chrono::seconds(15));
  }

  Arguments command() const {
    return {COUNTERSIGN_PATH,
            "--json",
            "witness",
            "--listen",
            "127.0.0.1:" + std::to_string(port_.number()),
            "--state",
            state(),
            "--key-file",
            key_file(),
            "--name",
            "witness.example/w1",
            "--log",
            log_vkey_};
  }
  std::filesystem::path state() const { return folder_.path() / "state"; }
  std::filesystem::path key_file() const { return folder_.path() / "witness.key"; }
  const std::string& vkey() const { return vkey_; }
  // The value for the server's setting `--witness`.
  std::string setting() const { return url_ + "=" + vkey_; }
  std::string operator_log() const {
    std::ifstream file(operator_log_file());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  Answer ask(const Request& request) const { return exchange(port_.number(), request); }

 private:
  std::filesystem::path operator_log_file() const { return folder_.path() / "operator.log"; }

  const std::string log_vkey_;
  const ReservedPort port_;
  TempFolder folder_;
  std::unique_ptr<Program> program_;
  std::string vkey_;
  std::string url_;
};

}  // namespace countersign::tests
