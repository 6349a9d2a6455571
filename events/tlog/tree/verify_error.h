#pragma once
#include <string_view>

namespace countersign::tlog {

// Why something that claims to be signed, or logged, is not believed.
enum class VerifyError {
  Malformed,     // it is not in its format
  WrongOrigin,   // the checkpoint is of another log
  BadSignature,  // a key that is known did not make the signature that bears its name and id
  NotSigned,     // by any key that would have to
  NotIncluded,   // the proof does not lead from the entry to the root
};

constexpr std::string_view describe(VerifyError error) {
  switch (error) {
    case VerifyError::Malformed:
      return "it is malformed";
    case VerifyError::WrongOrigin:
      return "it is of another log";
    case VerifyError::BadSignature:
      return "a signature in the name of a known key is wrong";
    case VerifyError::NotSigned:
      return "no known key has signed it";
    case VerifyError::NotIncluded:
      return "the proof does not lead to the root";
  }
  return "";
}

}  // namespace countersign::tlog
