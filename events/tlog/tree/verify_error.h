#pragma once
#include <string_view>

namespace countersign::tlog {

// Why the verification of something that claims to be signed or logged failed.
enum class VerifyError {
  Malformed,     // not in the format
  WrongOrigin,   // the checkpoint is of another log
  BadSignature,  // a signature with the name and id of a known key is not of that key
  NotSigned,     // none of the required keys has signed
  NotIncluded,   // the proof does not lead from the entry to the root
};

constexpr std::string_view describe(VerifyError error) {
  switch (error) {
    case VerifyError::Malformed:
      return "the text is malformed";
    case VerifyError::WrongOrigin:
      return "the origin is that of another log";
    case VerifyError::BadSignature:
      return "a signature in the name of a known key is wrong";
    case VerifyError::NotSigned:
      return "no known key has signed";
    case VerifyError::NotIncluded:
      return "the proof does not lead to the root";
  }
  return "";
}

}  // namespace countersign::tlog
