#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>

#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wire.h"
#include "tests/torture/campaigns/mutated/memory.h"
#include "tests/torture/campaigns/mutated/neighbour.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// Sends the calls of a run, some of them changed, and judges the server after each: that it lives,
// that it answers no 5xx but 503, how much memory the call took, and what a second login has to
// complain of. Keeps the last calls, to be written down when something is wrong. Not thread-safe.
class Caller {
 public:
  struct Bounds {
    // The server's resident memory for one call, beyond eight times the bytes of the call.
    std::uint64_t memory_kib = 64 * 1024;
    // The growth of the resident memory in the whole run.
    std::uint64_t growth_kib = 768 * 1024;
  };

  // `neighbour` may complain while calls are made; the objects must outlive this one. The file of
  // calls is written into `folder`.
  Caller(tests::RunningServer& server,
         const Neighbour& neighbour,
         std::uint64_t seed,
         std::filesystem::path folder,
         Findings& findings);

  // Begins the step of this number. Its draws depend on the seed and the number alone, whatever was
  // drawn before.
  void begin_step(std::uint64_t number);
  void name_step(const std::string& name) { step_name_ = name; }
  Draw& draw() { return draw_; }

  // Sends the request, or one that differs from it in a part. Each call has a connection of its own
  // from one of many addresses, so that no limit by address hides what is looked for.
  tests::Answer ask(const std::string& what, std::uint16_t port, tests::Request request);

  // Whether anything was wrong. The run ends with it.
  bool has_failed() const { return !findings_.all_wrong().empty(); }
  // The figures of the run. Writes the calls down if something was wrong.
  void end();

 private:
  struct Made {
    std::uint64_t step;
    std::string name;
    std::string change;
    std::string bytes;
    int status = 0;
    std::chrono::milliseconds took{};
    std::uint64_t taken_kib = 0;
  };

  void judge(const Made& made);
  void wrong(const Made& made, const std::string& what);
  std::filesystem::path write_down() const;

  tests::RunningServer& server_;
  const Neighbour& neighbour_;
  const std::uint64_t seed_;
  const std::filesystem::path folder_;
  Findings& findings_;
  const Bounds bounds_{};
  CallMemory memory_;
  std::uint64_t held_first_kib_ = 0;
  std::size_t complaints_ = 0;
  Draw draw_;
  std::uint64_t step_ = 0;
  std::string step_name_;
  std::deque<Made> last_;
};

}  // namespace countersign::torture
