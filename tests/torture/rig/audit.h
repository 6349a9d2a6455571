#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/server/running_server.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// Holds a server against what clients were told until a moment: nothing of it may be gone or said
// otherwise, nothing may be judged twice, and what was not told may have happened or not.
//
//   - a nonce that was told can be used, until its session has ended
//   - a call that was answered, sent again with its key, is answered by the same bytes, and says
//     that it is a repetition; also after the session has ended, and after its files are gone
//   - a nonce that was used is used: with another key it is refused, and no attempt is counted
//   - no two judgements of a session have the same number
//   - what was accepted is among the files, byte for byte, until a purge; after it no byte is given
//   - result and status are those that were told
//
// Uses what it looks at: a call that was not answered is sent again, and so happens. Threads of its
// own. Gives a sentence for each promise that was broken.
std::vector<std::string> audit(std::uint16_t port,
                               const tests::Credentials& sandbox,
                               const std::vector<Capture>& captures,
                               Moment until = kForEver);

// The largest time that the server's clock has shown to have gone by since a call that it answered
// between two moments. What is promised for a time, at the settings as they come, is not expected
// after it: the answer to a key, a nonce, the token of a session, its files.
using Age = std::function<std::chrono::seconds(Moment asked, Moment told)>;

std::vector<std::string> audit(std::uint16_t port,
                               const tests::Credentials& sandbox,
                               const std::vector<Capture>& captures,
                               const Age& age);

// The log as the operators' command verifies it, and the views against the log.
std::vector<std::string> verify(const tests::RunningServer& server);

// Changes one thing that was told, so that an audit must find it. Throws if nothing was.
void falsify(std::vector<Capture>& captures, Draw& draw);

}  // namespace countersign::torture
