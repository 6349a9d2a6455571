#pragma once
#include <atomic>
#include <cstdint>
#include <string>

#include "tests/programs/support/capture.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// The actions of visitors. The defaults need a sandbox client.
struct Habits {
  int failures_most = 3;  // rejected submissions before the accepted one
  int purges_percent = 10;
  ImagePlan image{};
};

// The counts of all visitors of a crowd. Thread-safe.
struct Tally {
  std::atomic<std::uint64_t> told{0};     // 2xx responses
  std::atomic<std::uint64_t> put_off{0};  // 503 responses
};

// A backend and a device in one. Records each call before it sends it, and the response to it. Not
// thread-safe.
class Visitor {
 public:
  // `name` is in each of its keys, and in no key of another visitor.
  Visitor(std::uint16_t port,
          tests::Credentials sandbox,
          std::string name,
          std::uint64_t seed,
          Tally& tally,
          const Habits& habits = {});

  // Runs one session to a drawn end. Returns false if the server no longer responds.
  bool go(Capture& capture);

 private:
  enum class Went : std::uint8_t { Well, Refused, Gone };

  std::string new_key();
  bool draws(int percent);
  // Sends the call until the response is neither 503 nor 429, up to a limit. Records a 2xx
  // response.
  template <class Call>
  Went send(Capture& capture, Sent& sent, Call call);
  Went submit(Capture& capture, const tests::Device& device, std::string file_name);
  Went submit_all(Capture& capture, const tests::Device& device);
  Went end(Capture& capture, const tests::Device& device);

  const std::uint16_t port_;
  const tests::Backend backend_;
  const std::string name_;
  const Habits habits_;
  Draw draw_;
  std::uint64_t keys_ = 0;
  Tally& tally_;
};

// The calls as the record has them, for the first time or again.
tests::Answer ask_create(const tests::Backend& backend, const Capture& capture);
tests::Answer ask_submit(const tests::Device& device, const Submission& submission);
tests::Answer ask_finalize(const tests::Device& device, const Capture& capture);

}  // namespace countersign::torture
