#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "events/crypto/os_random.h"
#include "events/crypto/sha256.h"
#include "events/vault/files/frame_marks.h"
#include "tests/projections/support/history.h"
#include "tests/projections/support/open_folder.h"

// Recordings of faces that are refused, and whose frames may come again.
namespace countersign {

inline FrameMark mark_of(std::string_view what) {
  const Digest digest = sha256("mark of " + std::string(what));
  FrameMark::Value value{};
  std::ranges::copy_n(digest.begin(), value.size(), value.begin());
  return FrameMark(value);
}

// Frames that show these things, and that the engine refuses, or not.
inline Submission showing(const SessionId& session,
                          std::uint64_t n,
                          const std::vector<std::string>& things,
                          bool refused,
                          UtcTime at) {
  SubmitLiveness command{.at = at, .nonce = nonce(n)};
  std::uint64_t number = 100 * n;
  for (const std::string& thing : things) {
    command.files.push_back(image(++number, thing));
    command.marks.push_back(mark_of(thing));
  }
  if (refused) {
    command.findings.issues.push_back(
        {"LIVENESS_ACTION_NOT_PERFORMED", Severity::Error, 0, 0, "Do what is asked."});
  }
  return to_session(session, std::move(command));
}

// A data folder in which recordings are refused.
struct Refusals : OpenFolder {
  OsRandom random;
  std::uint64_t nonces = 0;

  std::string refused(std::uint64_t session, const std::vector<std::string>& things) {
    const std::uint64_t n = ++nonces;
    commit(challenging(session_id(session), Step::Liveness, n, clock.now()));
    Submission submission = showing(session_id(session), n, things, true, clock.now());
    const auto key = data().session_key(session_id(session));
    REQUIRE(key.has_value());
    std::vector<FrameMark> marks;
    for (const std::string& thing : things) marks.push_back(mark_of(thing));
    submission.sealed_marks =
        seal_marks(*key, session_id(session), submission.request, marks, random);
    const Committed committed = commit(std::move(submission));
    const auto* rejected = std::get_if<LivenessRejected>(&committed.events.back().event);
    REQUIRE(rejected != nullptr);
    return rejected->code;
  }
  // Whether frames that show this are not known in a new session, whose they are then.
  bool is_new(const std::string& thing) {
    create(++sessions);
    return refused(sessions, {thing}) == "LIVENESS_ACTION_NOT_PERFORMED";
  }
  bool holds(const std::string& thing) const {
    return holds_bytes(std::string(text_of(ByteView(mark_of(thing).value()))));
  }
  std::uint64_t sessions = 100;
};

}  // namespace countersign
