#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/server/running_server.h"
#include "tests/server/wire.h"
#include "tests/torture/rig/facts.h"

// What a server says of all that clients were told, so that two servers can be compared to the
// byte.
namespace countersign::torture {

struct Said {
  int status = 0;
  // The whole body of 2xx, else the code of the problem: its other members name the request.
  std::string text;
  bool is_replayed = false;
  bool operator==(const Said&) const = default;

  // Or none, of a server that has ended.
  bool is_error() const { return status >= 500 || status == 0; }
};
std::string to_string(const Said& said);

struct Question {
  std::string what;  // for a sentence
  std::function<tests::Answer(std::uint16_t port)> ask;
};

// Of each capture: the calls that were told, again; each nonce, with another key; the session, its
// events, its list of files and each file. They change nothing. What is in doubt is not asked:
// a session of which something was sent and not told has only the calls that were.
std::vector<Question> questions_about(const std::vector<Capture>& captures,
                                      const tests::Credentials& client);

std::vector<Said> ask_all(std::uint16_t port, const std::vector<Question>& questions);

}  // namespace countersign::torture
