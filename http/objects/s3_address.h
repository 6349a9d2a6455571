#pragma once
#include <string>
#include <string_view>

namespace countersign::http {

// Where the objects are.
struct S3Address {
  std::string endpoint{};  // http or https URL of the store, without the bucket
  std::string region{};
  std::string bucket{};
  std::string prefix{};            // of all names of objects; "" or ends in '/'
  bool path_style = false;         // the bucket is in the path, and not in the name of the host
  std::string authorities_file{};  // PEM file of the only trusted authorities; "": the system's

  // How an operator names it: s3:BUCKET/PREFIX
  std::string name() const;
  // The URL of the bucket, with a '/' at its end.
  std::string bucket_url() const;
};

// Reads `BUCKET` or `BUCKET/PREFIX` into the address. Returns what is wrong with it, as the end of
// a sentence, or "". A part of a prefix is of letters, digits, '-', '_' and '.', which are in a URL
// as they are.
std::string wrong_with_bucket(std::string_view text, S3Address& address);
// The same for the endpoint and the region of an address that has its bucket. An http
// endpoint of another machine is refused, since others could read and change what is sent there.
std::string wrong_with_endpoint(const S3Address& address);

// RFC 3986: all but the unreserved characters, in upper-case hex, as a signature wants it.
std::string percent_encoded(std::string_view text);

}  // namespace countersign::http
