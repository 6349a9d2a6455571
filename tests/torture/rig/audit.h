#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// Checks a server against the clients' record up to a moment. Nothing acknowledged may be lost or
// changed, nothing may be judged twice, and a call without an answer may have happened or not.
//
//   - a nonce that was issued can be used until its session has ended
//   - a call that was answered, sent again with its key, gets the same bytes and is marked as a
//     repetition; also after the session has ended, and after its files are gone
//   - a used nonce stays used: with another key it is refused, and no attempt is counted
//   - no two judgements of a session have the same number, and no attempt was used up by anything
//     that the client has not sent
//   - what was accepted is among the files, byte for byte, until a purge; after it no byte is
//     returned
//   - result and status are those that were reported
//
// Changes what it checks: a call that was not answered is sent again, and so is carried out. Starts
// threads of its own. Returns a sentence for each broken promise.
std::vector<std::string> audit(std::uint16_t port,
                               const tests::Credentials& sandbox,
                               const std::vector<Capture>& captures,
                               Moment until = kForEver);

// The longest time that the server's clock has shown to have passed since a call was carried out
// between `asked` and `told`. A promise limited in time at the default settings is not expected
// beyond that time: the response to a key, a nonce, the token of a session, its files.
using Age = std::function<std::chrono::seconds(Moment asked, Moment told)>;

std::vector<std::string> audit(std::uint16_t port,
                               const tests::Credentials& sandbox,
                               const std::vector<Capture>& captures,
                               const Age& age);

// Verifies the log, and the views against the log, with the operators' command.
std::vector<std::string> verify(const std::filesystem::path& data);
std::vector<std::string> verify(const tests::RunningServer& server);

// Falsifies one acknowledgement, so that an audit must find it. Throws if there is no
// acknowledgement.
void falsify(std::vector<Capture>& captures, Draw& draw);

}  // namespace countersign::torture
