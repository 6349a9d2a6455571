#pragma once
#include <map>
#include <optional>
#include <string>

// AWS Signature Version 4, from its description ("Create a signed AWS API request", Amazon Web
// Services, and the examples of the S3 API reference), to check what libcurl signs.
namespace countersign::http {

// A request as it came.
struct S3Request {
  std::string method{};
  std::string path;                             // as it was sent
  std::string query{};                          // behind the '?', as it was sent
  std::map<std::string, std::string> fields{};  // names in lower case, values without outer blanks
  std::string body{};
};

struct S3Credentials {
  std::string key_id;
  std::string secret;
  std::string region;
};

// Returns the code of S3 for what is wrong with the signature, or nullopt. Does not look at the
// clock or the body.
std::optional<std::string> wrong_with_signature(const S3Request& request,
                                                const S3Credentials& credentials);

}  // namespace countersign::http
