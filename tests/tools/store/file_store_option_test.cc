#include "tools/store/file_store_option.h"

#include <doctest/doctest.h>

#include <string>
#include <variant>

namespace countersign::file_store_option_test {

std::string refusal(const FileStoreOptions& options) {
  const auto choice = file_store_of(options);
  return choice ? std::string() : choice.error();
}

TEST_CASE("a store is a folder, a folder of several machines, or a bucket") {
  CHECK(std::holds_alternative<OwnFolder>(*file_store_of({})));
  const auto folder = file_store_of({.store = "folder:/srv/files"});
  REQUIRE(folder);
  CHECK(std::get<NamedFolder>(*folder).path == "/srv/files");
  CHECK_FALSE(std::get<NamedFolder>(*folder).is_shared);
  CHECK(std::get<NamedFolder>(*file_store_of({.store = "shared:/mnt/files"})).is_shared);
  const auto bucket = file_store_of({.store = "s3:pictures/a", .key_file = "/etc/s3.key"});
  REQUIRE(bucket);
  CHECK(std::get<S3Bucket>(*bucket).address.endpoint == "https://s3.us-east-1.amazonaws.com");
  CHECK(std::get<S3Bucket>(*bucket).address.prefix == "a/");
}

TEST_CASE("a setting that names no store, or lacks a part, is refused in words") {
  CHECK(refusal({.store = "files"}).starts_with("--file-store must be folder:PATH"));
  CHECK(refusal({.store = "folder:files"}).find("whole path") != std::string::npos);
  CHECK(refusal({.store = "s3:UPPER"}).find("names no bucket") != std::string::npos);
  CHECK(refusal({.store = "s3:pictures"}) == "--file-store s3: needs --s3-key-file");
  CHECK(refusal({.endpoint = "https://s3.example"}).find("need --file-store s3:BUCKET") !=
        std::string::npos);
  CHECK(refusal({.store = "s3:pictures", .endpoint = "http://s3.example", .key_file = "k"})
            .find("must be https") != std::string::npos);
}

TEST_CASE("what the server keeps for the commands is read as it was written, and else not") {
  const FileStoreOptions options{.store = "s3:pictures",
                                 .endpoint = "https://s3.example",
                                 .key_file = "/etc/with blank.key",
                                 .path_style = true};
  CHECK(parse_file_store(to_text(options)) == options);
  CHECK(parse_file_store("") == FileStoreOptions());
  for (const char* text : {"file-store",
                           "other x\n",
                           "s3-path-style no\n",
                           "s3-region a\nfile-store s3:pictures\n",
                           "file-store a\nfile-store b\n"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_file_store(text));
  }
}

}  // namespace countersign::file_store_option_test
