#include "tests/torture/campaigns/handover/receipts.h"

#include <chrono>
#include <fstream>
#include <thread>
#include <utility>

#include "tests/programs/support/capture.h"

namespace countersign::torture {
namespace {

constexpr int kTries = 100;
constexpr std::chrono::milliseconds kPause{50};

}  // namespace

Receipts::Receipts(std::filesystem::path folder, std::string vkey)
    : folder_(std::move(folder)), vkey_(std::move(vkey)) {
  std::filesystem::create_directory(folder_);
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
}

void Receipts::take(std::uint16_t port,
                    const tests::Credentials& client,
                    const std::vector<Capture>& captures,
                    Findings& findings) {
  const tests::Backend backend(port, client);
  for (const Capture& capture : captures) {
    if (!capture.is_known()) continue;
    tests::Answer receipt = backend.receipt(capture.id);
    for (int i = 0; i < kTries && receipt.status == 503; ++i) {
      std::this_thread::sleep_for(kPause);
      receipt = backend.receipt(capture.id);
    }
    if (receipt.status != 200) {
      findings.wrong("a receipt is not given: " + receipt.body);
      continue;
    }
    held_.push_back(folder_ / (std::to_string(++files_) + ".tlog-proof"));
    std::ofstream(held_.back()) << receipt.body;
    findings.count("receipts");
  }
}

void Receipts::hold(const std::filesystem::path& data, Findings& findings) {
  const std::string exported = (folder_ / "log").string();
  const auto made = tests::operate_on(data, {"log", "export", exported});
  if (made.status != 0) findings.wrong("the log does not extend what was exported: " + made.err);
  tests::Arguments command{COUNTERSIGN_VERIFY_PATH, "--vkey", vkey_};
  for (const auto& receipt : held_) {
    command.emplace_back("--receipt");
    command.push_back(receipt.string());
  }
  command.push_back(exported);
  const auto verified = tests::run_program(command);
  if (verified.status != 0) findings.wrong("receipts: " + verified.out + verified.err);
  held_.clear();
}

}  // namespace countersign::torture
