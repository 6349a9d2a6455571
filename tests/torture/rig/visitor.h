#pragma once
#include <atomic>
#include <cstdint>
#include <string>

#include "tests/server/capture.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// What visitors do. Without changes they need a sandbox client.
struct Habits {
  int failures_most = 3;  // submissions that are refused, before the one that is accepted
  int purges_percent = 10;
  ImagePlan image{};
};

// Of all visitors of a crowd. Thread-safe.
struct Tally {
  std::atomic<std::uint64_t> told{0};     // answers of 2xx
  std::atomic<std::uint64_t> put_off{0};  // answers of 503
};

// A backend and a device in one, that writes down what it sends before it sends it, and what it is
// told. Not thread-safe.
class Visitor {
 public:
  // `name` is in each of its keys, and no other visitor's.
  Visitor(std::uint16_t port,
          tests::Credentials sandbox,
          std::string name,
          std::uint64_t seed,
          Tally& tally,
          const Habits& habits = {});

  // One session, to an end that is drawn. False when the server does not answer any more.
  bool go(Capture& capture);

 private:
  enum class Went : std::uint8_t { Well, Refused, Gone };

  std::string new_key();
  bool draws(int percent);
  // Sends until the answer is none of "come again"; what is 2xx is written down.
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

// The calls as the record has them: the first time, and again.
tests::Answer ask_create(const tests::Backend& backend, const Capture& capture);
tests::Answer ask_submit(const tests::Device& device, const Submission& submission);
tests::Answer ask_finalize(const tests::Device& device, const Capture& capture);

}  // namespace countersign::torture
