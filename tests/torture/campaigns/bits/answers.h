#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wire.h"
#include "tests/torture/rig/facts.h"

// All that a server answers about the clients' record, so that two servers can be compared byte for
// byte.
namespace countersign::torture {

struct Said {
  int status = 0;
  // The whole body of a 2xx response, otherwise the problem's code: its other members name the
  // request.
  std::string text;
  bool is_replayed = false;
  bool operator==(const Said&) const = default;

  // Also true if there was no response, because the server has ended.
  bool is_error() const { return status >= 500 || status == 0; }
};
std::string to_string(const Said& said);

struct Question {
  std::string what;  // for a sentence
  std::function<tests::Answer(std::uint16_t port)> ask;
};

// For each capture: the acknowledged calls, sent again; each used nonce, with another key; the
// session, its events, its list of files and each file. These calls change nothing. A session is in
// doubt if a call was sent and not acknowledged: then only its acknowledged calls are asked.
std::vector<Question> questions_about(const std::vector<Capture>& captures,
                                      const tests::Credentials& client);

std::vector<Said> ask_all(std::uint16_t port, const std::vector<Question>& questions);

}  // namespace countersign::torture
