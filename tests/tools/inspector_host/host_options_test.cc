#include "tools/inspector_host/host_options.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace countersign::host_options_test {

Result<HostOptions, std::string> parsed(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return parse_host_options(arguments);
}

TEST_CASE("an inspector that listens has the server's limits unless it is told others") {
  const auto options = parsed({"--listen", "0.0.0.0:7443", "--key=east.key"});
  REQUIRE(options.has_value());
  CHECK(options->listen == "0.0.0.0:7443");
  CHECK(options->key_file == "east.key");
  CHECK(options->max_pixels == 40'000'000);
  CHECK(options->max_image_bytes == 10u << 20);
  const auto other = parsed({"model.onnx",
                             "--listen=[::]:1",
                             "--key",
                             "k",
                             "--workers=3",
                             "--max-image-bytes=4MiB",
                             "--inspection-timeout",
                             "20s"});
  REQUIRE(other.has_value());
  CHECK(other->arguments == std::vector<std::string>{"model.onnx"});
  CHECK(other->workers == 3);
  CHECK(other->max_image_bytes == 4u << 20);
  CHECK(other->inspection_timeout == std::chrono::seconds(20));
}

TEST_CASE("an option of an inspector that listens is refused by its name") {
  const auto why = [](std::vector<std::string> words) {
    const auto options = parsed(std::move(words));
    return options ? std::string() : options.error();
  };
  CHECK(why({"--listen", "0.0.0.0:1"}) ==
        "--listen needs --key FILE, which `countersign inspector add` makes");
  CHECK(why({"--listen", "nowhere", "--key", "k"}) == "--listen cannot be 'nowhere'");
  CHECK(why({"--listen"}) == "--listen needs a value");
  CHECK(why({"--listen=:1", "--key=k", "--workers=0"}) == "--workers cannot be '0'");
  CHECK(why({"--listen=:1", "--key=k", "--wrokers=1"}) == "there is no option --wrokers");
}

}  // namespace countersign::host_options_test
