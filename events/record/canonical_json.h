#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/utc_time.h"

// The rules of the one JSON form in which records are stored (a subset of RFC 8259):
//
//   no white space; members in the order of their declaration
//   integers in decimal, below 2^53 in magnitude, without -0 and leading zeros; no floats
//   text in UTF-8 (RFC 3629); only " \ and control characters are escaped, as
//   \" \\ \b \t \n \f \r and otherwise \u00xx in lower case
//
// Every value has exactly one form, and the reader accepts no other: writing a value that was read
// gives the same bytes again.
namespace countersign {

inline constexpr std::uint64_t kJsonIntegerMax = (std::uint64_t{1} << 53) - 1;

// The `,"name":` of a member, built at compile time, so that writing it is one copy and reading it
// one comparison. A record's first member has no comma.
template <std::size_t kNameSize>
class JsonMember {
 public:
  // REQUIRES: `name` needs no escape, and has kNameSize characters.
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

// Appends values to a text. A value without a stored form (an integer of 2^53 or more, text that is
// not UTF-8, a year beyond 9999) is a bug of the caller and aborts.
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
  // REQUIRES: the text needs no escapes.
  void plain_text(std::string_view value) { out_.append("\"").append(value).append("\""); }
  void unsigned_number(std::uint64_t value);
  void signed_number(std::int64_t value);
  void digest(const Digest& value);
  void uuid(const Uuid& value);
  void time(UtcTime value);

 private:
  std::string& out_;
};

// Takes values off the front of a text. A function returns false if the text does not continue with
// a value in its one form; its argument is then unspecified. After such a failure use only error().
// The skip functions are the exception: if they return false the reader has not moved and has not
// failed.
//
// Does not recurse, and allocates memory only for the values. So a text can nest no deeper than the
// type of the record that is read.
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
  bool skip_first_member(const JsonMember<N>& member) {
    return skip_all(member.text().data() + 1, member.text().size() - 1);
  }
  template <std::size_t N>
  bool expect_first_member(const JsonMember<N>& member) {
    return skip_first_member(member) || missing_member(member.name());
  }
  bool skip_null();
  bool skip_empty_text();

  bool boolean(bool& value);
  // A text without escapes; a view of the input.
  bool plain_text(std::string_view& value);
  bool text(std::string& value);
  bool unsigned_number(std::uint64_t& value, std::uint64_t max);
  bool signed_number(std::int64_t& value);
  bool digest(Digest& value);
  bool uuid(Uuid& value);
  bool time(UtcTime& value);
  // Any one value, as a view of the input. Looks only for its end: it may be malformed.
  bool anything(std::string_view& value);

  bool at_end() const { return at_ == end_; }
  bool expect_end() { return at_end() || fail("something follows the end"); }

  // Records the first reason and its place; always returns false.
  bool fail(std::string_view why);
  // The first failure, in words and with its place. REQUIRES: a function has failed.
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
  std::string_view member_;  // the missing member, if any
  std::size_t failed_at_ = 0;
};

}  // namespace countersign
