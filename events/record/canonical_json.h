#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/utc_time.h"

// The words of the one JSON form in which records are stored (RFC 8259, of which it
// is a subset):
//
//   no white space; members in the order of their declaration
//   integers in decimal, of less than 2^53, without -0 and leading zeros; no floats
//   text in UTF-8 (RFC 3629); only " \ and control characters are escaped, as
//   \" \\ \b \t \n \f \r and otherwise \u00xx in lower case
//
// Every value has exactly one form, and the reader accepts no other: what can be read is
// byte for byte what would be written again.
namespace countersign {

inline constexpr std::uint64_t kJsonIntegerMax = (std::uint64_t{1} << 53) - 1;

// The `,"name":` of a member, put together by the compiler, so that writing it is one copy and
// reading it one comparison. A record's first member is without the comma.
template <std::size_t kNameSize>
class JsonMember {
 public:
  // REQUIRES: nothing to escape in `name`, and it is of that size.
  explicit consteval JsonMember(std::string_view name) {
    text_[0] = ',';
    text_[1] = '"';
    for (std::size_t i = 0; i < kNameSize; ++i) text_[2 + i] = name.at(i);
    text_[2 + kNameSize] = '"';
    text_[3 + kNameSize] = ':';
  }
  explicit consteval JsonMember(const char (&name)[kNameSize + 1])
      : JsonMember(std::string_view(name, kNameSize)) {}

  constexpr std::string_view text() const { return {text_.data(), kNameSize + 4}; }
  constexpr std::string_view name() const { return text().substr(2, kNameSize); }

 private:
  std::array<char, kNameSize + 4> text_{};
};
template <std::size_t N>
JsonMember(const char (&)[N]) -> JsonMember<N - 1>;

// Appends values to a text. What has no form (an integer of 2^53 or more, text that is
// not UTF-8, a year beyond 9999) is a bug of the caller's and aborts.
class CanonicalJson {
 public:
  explicit CanonicalJson(std::string& out) : out_(out) {}

  void raw(char c) { out_.push_back(c); }
  void raw(std::string_view text) { out_.append(text); }
  template <std::size_t N>
  void first_member(const JsonMember<N>& member) {
    out_.append(member.text().substr(1));
  }
  template <std::size_t N>
  void member(const JsonMember<N>& member) {
    out_.append(member.text());
  }
  void text(std::string_view value);
  // Text that is known to need no escapes.
  void plain_text(std::string_view value) { out_.append("\"").append(value).append("\""); }
  void unsigned_number(std::uint64_t value);
  void signed_number(std::int64_t value);
  void digest(const Digest& value);
  void uuid(const Uuid& value);
  void time(UtcTime value);

 private:
  std::string& out_;
};

// Takes values off the front of a text. Each function answers false, without a
// promise about its argument, when the value is not there in its one form. After the
// first such failure the reader is of no use but for error().
//
// Does not recurse and takes no memory but for the values, so the depth of what is read
// is that of the record's type, whatever the text holds.
class JsonReader {
 public:
  // REQUIRES: `text` outlives the reader.
  explicit JsonReader(std::string_view text) : begin_(text.data()), at_(begin_) {
    end_ = begin_ + text.size();
  }

  // Consumes `c` if it is next.
  bool skip(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool expect(char c);
  // Consumes the member's name if it is next.
  template <std::size_t N>
  bool skip_member(const JsonMember<N>& member) {
    return skip_all(member.text().data(), member.text().size());
  }
  template <std::size_t N>
  bool expect_member(const JsonMember<N>& member) {
    return skip_member(member) || missing_member(member.name());
  }
  template <std::size_t N>
  bool expect_first_member(const JsonMember<N>& member) {
    return skip_all(member.text().data() + 1, member.text().size() - 1) ||
           missing_member(member.name());
  }
  bool skip_null();
  bool skip_empty_text();

  bool boolean(bool& value);
  // A text without escapes, as it stands in the input.
  bool plain_text(std::string_view& value);
  bool text(std::string& value);
  bool unsigned_number(std::uint64_t& value, std::uint64_t max);
  bool signed_number(std::int64_t& value);
  bool digest(Digest& value);
  bool uuid(Uuid& value);
  bool time(UtcTime& value);
  // Any one value; only its end is looked for.
  bool anything(std::string_view& value);

  bool at_end() const { return at_ == end_; }
  bool expect_end() { return at_end() || fail("something follows the end"); }

  // Remembers the first reason; always false.
  bool fail(std::string_view why);
  // The first failure, in words and with its place. REQUIRES: there was one.
  std::string error() const;

 private:
  bool skip_all(const char* text, std::size_t size) {
    if (static_cast<std::size_t>(end_ - at_) < size) return false;
    if (std::memcmp(at_, text, size) != 0) return false;
    at_ += size;
    return true;
  }
  bool missing_member(std::string_view name);
  bool skip_plain();
  bool escaped(std::string& value);

  const char* begin_;
  const char* at_;
  const char* end_ = nullptr;
  std::string_view why_;
  std::string_view member_;  // that was not there
  std::size_t failed_at_ = 0;
};

}  // namespace countersign
