#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "bench/kept_capture.h"
#include "core/ids.h"

namespace countersign::bench {

// How many sessions a folder gets, each of a whole capture unless it says otherwise.
struct SessionCounts {
  std::uint64_t kept = 0;     // finalized, and kept for ten years; every 100th waits for a review
  std::uint64_t due = 0;      // the same, of the client kDueClient, with all of their files
  std::uint64_t open = 0;     // with an accepted front
  std::uint64_t expired = 0;  // the same, expired
  std::uint64_t purged = 0;   // whole captures, purged by request
  std::uint64_t on_disk = 0;  // of the kept ones, how many have their files on the disk
};

SessionId kept_session(std::uint64_t n);

// The rate at which a folder was made.
struct Making {
  double seconds = 0;
  double core_seconds = 0;  // of all threads
  std::uint64_t sessions = 0;
  std::uint64_t events = 0;
};

// Makes a new data folder as a server does: each session by commands through the writer, under the
// keys of the folder, with the events, the wrapped keys and the records of files of a capture. The
// times of the sessions are spread over the last kSpreadDays days, in order. Ends the program with
// a sentence if anything is refused.
inline constexpr int kSpreadDays = 20;
Making make_folder(const std::filesystem::path& data, const SessionCounts& counts);

}  // namespace countersign::bench
