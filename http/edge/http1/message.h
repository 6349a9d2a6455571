#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace countersign::http {

class BodyPipe;

// Other: a well-formed but unknown method; the application answers 405.
enum class Method { Get, Head, Post, Put, Patch, Delete, Options, Other };

// An ordered list of header fields. Names of a request are lower-case; names of a response are sent
// as they were added. Lookup ignores the case (ASCII).
struct Headers {
  struct Field {
    std::string name;
    std::string value;
    friend bool operator==(const Field&, const Field&) = default;
  };

  Headers() = default;
  Headers(std::initializer_list<Field> list) : fields(list) {}

  void add(std::string name, std::string value);
  // Replaces every field of this name by one.
  void set(std::string name, std::string value);
  void remove(std::string_view name);
  // The value of the first field of this name. Valid until the list changes.
  std::optional<std::string_view> find(std::string_view name) const;
  std::size_t count(std::string_view name) const;

  std::size_t size() const { return fields.size(); }
  bool empty() const { return fields.empty(); }
  auto begin() const { return fields.begin(); }
  auto end() const { return fields.end(); }

  std::vector<Field> fields;
};

// Everything before the body of one request, after the strict checks of the edge (RFC 9112): one
// Host (HTTP/1.0 may have none), one unambiguous length, a target of visible ASCII, no control
// characters in values except tabs. A target in absolute-form appears as if it had come in
// origin-form, with its authority as the Host field.
struct RequestHead {
  Method method = Method::Get;
  std::string method_text;
  std::string target;                     // in origin-form, or `*` for OPTIONS
  std::string path;                       // target up to the first `?`; not percent-decoded
  std::string query;                      // target after the first `?`; not percent-decoded
  Headers headers;                        // values without the white space around them
  std::string peer_address;               // numeric; an IPv4 client of an IPv6 socket shows as IPv4
  bool admin = false;                     // came over the admin socket
  std::optional<std::uint32_t> peer_uid;  // of an admin connection
  std::optional<std::uint64_t> content_length;
  bool chunked = false;
  bool tls = false;

  bool has_body() const { return chunked || content_length.value_or(0) > 0; }
};

// The answer to a request. The edge itself writes Content-Length, Transfer-Encoding, Connection and
// Date; it drops fields of these names. A field with a line break would let data become headers.
// The edge replaces such a response, and any other that can_be_sent() refuses, with the
// application's answer for 500.
struct Response {
  int status = 200;
  Headers headers;
  std::string body;
  std::shared_ptr<BodyPipe> stream;  // instead of `body`
  // The exact length of `stream`; without it the body is chunked, or ends with the connection for
  // an HTTP/1.0 client. For HEAD it is also used without a stream.
  std::optional<std::uint64_t> stream_length;
  bool close = false;  // the connection ends after this answer
  // The answer begins so much later, to the tenth of a second. Until then its connection makes room
  // to a connection that needs the place, as one without a request does.
  std::chrono::milliseconds delay{};
};

}  // namespace countersign::http
