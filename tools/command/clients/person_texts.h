#pragma once
#include <optional>
#include <string>

#include "tools/command/command.h"

// The sealed texts of a person's sessions, as the commands about a person ask for them, write them
// and print them. All functions run on the thread of the command, and keep nothing.
namespace countersign::person_texts {

// Has all sealed texts of a session opened, page by page; the log keeps the reason of each page.
// Returns {"sessionId", "purgedAt", "texts"}; `texts` is null if their key is erased.
OperatorAnswer texts_of(Operator& op, const std::string& session, const std::string& reason);

// Returns the session, an answer of `person session`, with the member `texts` of an answer of
// texts_of() behind its own.
OperatorAnswer with_texts(const std::string& session, const std::string& texts);

// Prints an answer of texts_of() for people: each text under words that say what it is, and the
// origins of requests in a table. Returns why the answer is not understood, if it is not.
std::optional<OperatorFault> print_texts(Operator& op, const std::string& texts);

}  // namespace countersign::person_texts
