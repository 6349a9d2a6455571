#include "http/objects/s3_answers.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::http::s3_answers_test {

TEST_CASE("the code of an error is a word, whatever the store writes") {
  CHECK(s3_code_of("<Error><Code>NoSuchKey</Code><Message>m</Message></Error>") == "NoSuchKey");
  CHECK(s3_code_of("<Error><Code>two words</Code></Error>").empty());
  CHECK(s3_code_of("<Error><Code>line&#10;</Code></Error>").empty());
  CHECK(s3_code_of("<Error><Code>" + std::string(65, 'x') + "</Code></Error>").empty());
  CHECK(s3_code_of("<Other><Code>NoSuchKey</Code></Other>").empty());
  CHECK(s3_code_of("<html>").empty());
}

TEST_CASE("a bucket's versions are off only where it says no status") {
  CHECK(read_s3_versioning("<VersioningConfiguration xmlns=\"x\"/>") == S3Versioning::Off);
  const auto of = [](const std::string& status) {
    return read_s3_versioning("<VersioningConfiguration><Status>" + status +
                              "</Status></VersioningConfiguration>");
  };
  CHECK(of("Enabled") == S3Versioning::Enabled);
  CHECK(of("Suspended") == S3Versioning::Suspended);
  for (const char* other : {"", "enabled", "Off"}) CHECK_FALSE(of(other));
  CHECK_FALSE(read_s3_versioning(""));
  CHECK_FALSE(read_s3_versioning("<Error/>"));
}

TEST_CASE("a lock or a rule to copy is seen, and a configuration without them is none") {
  CHECK(
      *read_s3_lock("<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled>"
                    "</ObjectLockConfiguration>"));
  CHECK_FALSE(*read_s3_lock("<ObjectLockConfiguration/>"));
  CHECK_FALSE(read_s3_lock("<Error/>"));
  CHECK(
      *read_s3_replication("<ReplicationConfiguration><Role>r</Role><Rule><ID>1</ID></Rule>"
                           "</ReplicationConfiguration>"));
  CHECK_FALSE(*read_s3_replication("<ReplicationConfiguration/>"));
  CHECK_FALSE(read_s3_replication("text"));
}

std::string page_of(const std::string& content) {
  return "<ListBucketResult>" + content + "</ListBucketResult>";
}

TEST_CASE("a page of a list has its objects, its folders, and where it goes on") {
  const auto page = read_s3_page(
      page_of("<Name>b</Name><IsTruncated>true</IsTruncated><NextContinuationToken>t=/</"
              "NextContinuationToken><Contents><Key>a&amp;b</Key><Size>12</Size></Contents>"
              "<CommonPrefixes><Prefix>20261121/</Prefix></CommonPrefixes>"));
  REQUIRE(page);
  REQUIRE(page->objects.size() == 1);
  CHECK(page->objects[0].key == "a&b");
  CHECK(page->objects[0].size_bytes == 12);
  CHECK(page->prefixes == std::vector<std::string>{"20261121/"});
  CHECK(page->next == "t=/");
  CHECK(read_s3_page(page_of("<IsTruncated>false</IsTruncated>"))->next.empty());
}

TEST_CASE("a list that does not say whether it is whole, or what it has, is none") {
  const std::string whole = "<IsTruncated>false</IsTruncated>";
  for (const std::string& content :
       {std::string(),
        std::string("<IsTruncated>yes</IsTruncated>"),
        std::string("<IsTruncated>true</IsTruncated>"),
        whole + "<Contents><Key>a</Key></Contents>",
        whole + "<Contents><Size>1</Size></Contents>",
        whole + "<Contents><Key>a</Key><Size>-1</Size></Contents>",
        whole + "<Contents><Key>" + std::string(1025, 'k') + "</Key><Size>1</Size></Contents>",
        whole + "<CommonPrefixes/>"}) {
    CAPTURE(content);
    CHECK_FALSE(read_s3_page(page_of(content)));
  }
}

TEST_CASE("an answer in part says which part it is, and of how much") {
  const auto range = read_content_range("bytes 5-9/10");
  REQUIRE(range);
  CHECK(range->first == 5);
  CHECK(range->last == 9);
  CHECK(range->whole == 10);
  for (const char* value : {"",
                            "bytes",
                            "bytes */10",
                            "bytes 5-9/*",
                            "bytes 9-5/10",
                            "bytes 5-10/10",
                            "bytes 5-9/10x",
                            "bytes -9/10",
                            "octets 5-9/10",
                            "bytes 5/9-10"}) {
    CAPTURE(value);
    CHECK_FALSE(read_content_range(value));
  }
}

}  // namespace countersign::http::s3_answers_test
