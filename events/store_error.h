#pragma once
#include <cstdint>
#include <string_view>

namespace countersign {

// The ways in which the machine under the log can fail. Each becomes a 503 and a log line; none is
// ever a verdict on the caller's request.
enum class StoreError : std::uint8_t {
  Io,          // a read or write failed; after a write the tail of the log is unknown
  Corrupt,     // the bytes read are not the bytes written
  Full,        // less free space than the reserve
  Unreadable,  // data that a change depends on cannot be read; nothing was written
  Stopped,     // an earlier write failed, or the store is closing
};

// True if a change that ended with this error was certainly not made, and the log goes on.
constexpr bool wrote_nothing(StoreError error) {
  return error == StoreError::Full || error == StoreError::Unreadable;
}

constexpr std::string_view describe(StoreError error) {
  switch (error) {
    case StoreError::Io:
      return "the disk failed";
    case StoreError::Corrupt:
      return "the stored data is corrupt";
    case StoreError::Full:
      return "the disk has too little free space";
    case StoreError::Unreadable:
      return "stored data that the change depends on cannot be read";
    case StoreError::Stopped:
      return "the log accepts no more events: an earlier write failed, or the log is being closed";
  }
  return "unknown";
}

}  // namespace countersign
