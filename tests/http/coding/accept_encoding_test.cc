#include "http/coding/accept_encoding.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

namespace countersign::http::accept_encoding_test {

using enum ContentCoding;
constexpr EnumSet<ContentCoding> kAll{Brotli, Gzip, Identity};

// The name of the coding that is chosen; "none" if none is acceptable.
std::string chosen(const Headers& request, EnumSet<ContentCoding> kept = kAll) {
  const auto coding = accepted_coding(request, kept);
  return coding ? std::string(name_of(*coding)) : "none";
}

std::string chosen(const char* field, EnumSet<ContentCoding> kept = kAll) {
  return chosen(Headers{{"accept-encoding", field}}, kept);
}

struct Row {
  const char* field;
  const char* coding;
};

void check_rows(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    CAPTURE(row.field);
    CHECK(chosen(row.field) == row.coding);
  }
}

TEST_CASE("the coding that the client wants most is chosen") {
  check_rows({{"gzip, deflate, br, zstd", "br"},
              {"gzip, deflate", "gzip"},
              {"deflate", "identity"},
              {"br;q=0.5, gzip;q=0.8", "gzip"},
              {"br;q=0.8, gzip;q=0.8", "br"},
              {"br;q=0.799, gzip;q=0.8", "gzip"},
              {"gzip;q=0.001", "gzip"},
              {"gzip;q=0.5, identity", "identity"},
              {"gzip;q=0.5, identity;q=0.4", "gzip"},
              {"identity", "identity"},
              {"GZIP;Q=1.000", "gzip"},
              {"x-gzip", "gzip"}});
}

TEST_CASE("an asterisk stands for every coding that is not named") {
  check_rows({{"*", "br"},
              {"*, br;q=0", "gzip"},
              {"*;q=0.5, gzip", "gzip"},
              {"gzip;q=0.3, *;q=0.5", "br"},
              {"br;q=0, gzip;q=0, *;q=0.1", "identity"},
              {"*;q=0, gzip;q=0.1", "gzip"},
              {"*;q=0, identity;q=0.1", "identity"}});
}

TEST_CASE(
    "a coding with the weight 0 is not sent, and no coding is acceptable unless it is named") {
  check_rows({{"br;q=0, gzip", "gzip"},
              {"gzip;q=0", "identity"},
              {"gzip;q=0, gzip", "identity"},
              {"gzip, x-gzip;q=0", "identity"},
              {"identity;q=0, br;q=0.2", "br"},
              {"identity;q=0", "none"},
              {"identity;q=0.000, deflate", "none"},
              {"*;q=0", "none"}});
}

TEST_CASE("an answer is not coded for a client that names no coding, or names one in a wrong way") {
  CHECK(chosen(Headers{}) == "identity");
  CHECK(chosen(Headers{{"accept", "gzip"}}) == "identity");
  check_rows({{"", "identity"},
              {" ,, ", "identity"},
              {",gzip\t;\tq=1,", "gzip"},
              {"gzip;q=2", "identity"},
              {"gzip;q=1.001", "identity"},
              {"gzip;q=0.1234", "identity"},
              {"gzip;q=.5", "identity"},
              {"gzip;q=1.", "gzip"},
              {"gzip;q=", "identity"},
              {"gzip;q", "identity"},
              {"gzip;", "identity"},
              {"gzip;q =1", "identity"},
              {"gzip;q=-1", "identity"},
              {"gzip;q=0x1", "identity"},
              {"gzip;q=0.5;level=9", "identity"},
              {"gzip;level=9", "identity"},
              {"gzip br", "identity"},
              {"\"gzip\"", "identity"},
              {";q=1", "identity"},
              {"identity;q=0, gzip;q=x", "identity"}});
}

TEST_CASE("several fields are one list") {
  CHECK(chosen(Headers{{"accept-encoding", "gzip;q=0.5"}, {"accept-encoding", "br;q=0.4"}}) ==
        "gzip");
  CHECK(chosen(Headers{{"accept-encoding", "*"}, {"accept-encoding", "br;q=0"}}) == "gzip");
  CHECK(chosen(Headers{{"accept-encoding", "gzip"}, {"accept-encoding", "br;q=x"}}) == "identity");
}

TEST_CASE("what is not kept in a coding is sent in the next best") {
  CHECK(chosen("gzip, br", {Gzip, Identity}) == "gzip");
  CHECK(chosen("gzip, br", {Identity}) == "identity");
  CHECK(chosen("br, identity;q=0", {Gzip, Identity}) == "none");
  CHECK(chosen("br, *;q=0", {Gzip, Identity}) == "none");
}

}  // namespace countersign::http::accept_encoding_test
