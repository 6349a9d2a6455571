#pragma once
#include <string_view>

#include "core/random_source.h"
#include "http/edge/http1/message.h"

namespace countersign::http {

// The answer to what the edge refuses before there is a call (Application::framing_error): a
// problem with a request id of its own. `why` is a phrase of the edge's.
Response framing_answer(RandomSource& random, int status, std::string_view why);

}  // namespace countersign::http
