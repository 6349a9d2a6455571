#include "http/wire/multipart.h"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

namespace countersign::http::multipart_test {

struct Part {
  std::string name;
  std::string data;
  bool ended = false;
  bool operator==(const Part&) const = default;
};

class Recorder final : public PartSink {
 public:
  bool on_part(const PartHead& head) override {
    parts.push_back({head.name, {}});
    return parts.size() != stop_at;
  }
  bool on_part_data(std::string_view bytes) override {
    CHECK_FALSE(bytes.empty());
    REQUIRE_FALSE(parts.empty());
    REQUIRE_FALSE(parts.back().ended);
    parts.back().data += bytes;
    return true;
  }
  bool on_part_end() override {
    parts.back().ended = true;
    return true;
  }

  std::vector<Part> parts;
  std::size_t stop_at = 0;
};

using Progress = MultipartReader::Progress;

struct Reading {
  std::vector<Part> parts;
  Progress progress = Progress::More;
  bool complete = false;
  MultipartFault fault = MultipartFault::Truncated;
  bool operator==(const Reading&) const = default;
};

Reading read_in_pieces(std::string_view body,
                       const std::vector<std::size_t>& cuts,
                       std::string_view boundary = "B") {
  Recorder recorder;
  MultipartReader reader(boundary, recorder);
  Progress progress = Progress::More;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const std::size_t to = i < cuts.size() ? cuts[i] : body.size();
    progress = reader.push(body.substr(from, to - from));
    from = to;
  }
  Reading reading{recorder.parts, progress, reader.complete()};
  if (progress == Progress::Faulty) reading.fault = reader.fault();
  return reading;
}
Reading read(std::string_view body, std::string_view boundary = "B") {
  return read_in_pieces(body, {}, boundary);
}

std::string part(std::string_view name, std::string_view data, std::string_view boundary = "B") {
  std::string text = "--" + std::string(boundary) + "\r\n";
  text += "Content-Disposition: form-data; name=\"" + std::string(name) + "\"\r\n\r\n";
  return text + std::string(data) + "\r\n";
}

// Every shape that has confused a parser of multipart bodies.
const std::string& tricky_body() {
  static const std::string body =
      "a preamble\r\n-- B\r\n" + part("plain", "one") + part("empty", "") +
      part("almost", "\r\n--\r\n--A\r\n-B--\r\r\n\n\r") + part("crlf", "\r\n\r\n") +
      part("dashes", "--b-- is another boundary") + part("cr", "\r") +
      "--B \t \r\ncontent-DISPOSITION:form-data; NAME=bare; filename=\"a\\\"b;.jpg\"\r\n"
      "Content-Type: image/jpeg\r\nX-Other: 1\r\n\r\n\xff\xd8\r\n"
      "--B--\r\nan epilogue\r\n--B\r\n";
  return body;
}

TEST_CASE("a form's parts are read, and what is around them is passed over") {
  const Reading reading = read(tricky_body());
  CHECK(reading.complete);
  REQUIRE(reading.parts.size() == 7);
  CHECK(reading.parts[0] == Part{"plain", "one", true});
  CHECK(reading.parts[1] == Part{"empty", "", true});
  CHECK(reading.parts[2] == Part{"almost", "\r\n--\r\n--A\r\n-B--\r\r\n\n\r", true});
  CHECK(reading.parts[3] == Part{"crlf", "\r\n\r\n", true});
  CHECK(reading.parts[4] == Part{"dashes", "--b-- is another boundary", true});
  CHECK(reading.parts[5] == Part{"cr", "\r", true});
  CHECK(reading.parts[6] == Part{"bare", "\xff\xd8", true});
}

TEST_CASE("a body reads the same wherever it is split") {
  const std::string& body = tricky_body();
  const Reading whole = read(body);
  REQUIRE(whole.complete);
  for (std::size_t cut = 0; cut <= body.size(); ++cut) {
    INFO("cut at ", cut);
    CHECK(read_in_pieces(body, {cut}) == whole);
  }
  for (std::size_t size = 1; size < 9; ++size) {
    std::vector<std::size_t> cuts;
    for (std::size_t at = size; at < body.size(); at += size) cuts.push_back(at);
    INFO("pieces of ", size);
    CHECK(read_in_pieces(body, cuts) == whole);
  }
}

TEST_CASE("a part without a byte may end with the line end of its own head") {
  const Reading reading = read("--B\r\nContent-Disposition: form-data; name=a\r\n\r\n--B--");
  CHECK(reading.complete);
  REQUIRE(reading.parts.size() == 1);
  CHECK(reading.parts[0] == Part{"a", "", true});
}

TEST_CASE("a body is not complete without its closing boundary") {
  const std::string body = part("a", "1") + "--B--";
  REQUIRE(read(body).complete);
  for (std::size_t size = 0; size < body.size(); ++size) {
    INFO("cut off after ", size);
    const Reading reading = read(std::string_view(body).substr(0, size));
    CHECK_FALSE(reading.complete);
    CHECK(reading.progress == Progress::More);
  }
}

TEST_CASE("a boundary is matched whole, and longer ones are not taken for it") {
  // RFC 2046: a line that only begins with the delimiter is malformed.
  CHECK(read(part("a", "1") + "--Bx\r\n").fault == MultipartFault::BoundaryLine);
  CHECK(read(part("a", "1") + "--B-x").fault == MultipartFault::BoundaryLine);
  CHECK(read(part("a", "1") + "--B\rx").fault == MultipartFault::BoundaryLine);
  CHECK(read(part("a", "1") + "--B" + std::string(80, ' ')).fault == MultipartFault::BoundaryLine);
  const std::string seventy(70, 'x');
  CHECK(read(part("a", "1", seventy) + "--" + seventy + "--", seventy).complete);
}

TEST_CASE("a part's head is refused when it could be read in two ways") {
  const auto head = [](std::string_view text) {
    return read("--B\r\n" + std::string(text) + "\r\n\r\n1\r\n--B--");
  };
  CHECK(head("Content-Disposition: form-data; name=a").complete);
  const char* const bad[] = {
      "",
      "Content-Type: text/plain",
      "Content-Disposition: form-data",
      "Content-Disposition: form-data; name=\"\"",
      "Content-Disposition: form-data; name=a; name=b",
      "Content-Disposition: form-data; name=\"a",
      "Content-Disposition: form-data; name=a\"b\"",
      "Content-Disposition: attachment; name=a",
      "Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b",
      "Content-Disposition: form-data;\r\n name=a",
      "Content-Disposition: form-data; name=a\nX: y",
      "Content-Disposition : form-data; name=a",
      ": form-data",
      "no colon",
      "Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64",
  };
  for (const char* text : bad) {
    INFO(text);
    const Reading reading = head(text);
    CHECK(reading.progress == Progress::Faulty);
    CHECK(reading.fault == MultipartFault::PartHead);
  }
  CHECK(head(std::string("Content-Disposition: form-data; name=a\r\nX: a") + '\0' + "b").fault ==
        MultipartFault::PartHead);
}

TEST_CASE("heads and parts have limits, met exactly and not passed") {
  const std::string fixed = "Content-Disposition: form-data; name=a\r\nX: ";
  const auto with_head_of = [&](std::size_t bytes) {
    return read("--B\r\n" + fixed + std::string(bytes - fixed.size(), 'x') + "\r\n\r\n1\r\n--B--");
  };
  CHECK(with_head_of(MultipartReader::kPartHeadMaxBytes - 4).complete);
  CHECK(with_head_of(MultipartReader::kPartHeadMaxBytes + 4).fault == MultipartFault::PartHead);

  std::string body;
  for (std::size_t i = 0; i < MultipartReader::kPartsMax; ++i) body += part("a", "1");
  CHECK(read(body + "--B--").complete);
  CHECK(read(body + part("a", "1") + "--B--").fault == MultipartFault::TooManyParts);
}

TEST_CASE("a sink that has had enough is not asked again") {
  Recorder recorder;
  recorder.stop_at = 2;
  MultipartReader reader("B", recorder);
  const std::string body = part("a", "1") + part("b", "2") + part("c", "3") + "--B--";
  CHECK(reader.push(body) == Progress::Stopped);
  CHECK(reader.push(body) == Progress::Stopped);
  CHECK(recorder.parts.size() == 2);
  CHECK_FALSE(reader.complete());
}

TEST_CASE("bodies of nothing but boundary pieces are read in linear time and in order") {
  for (const std::string& unit : {std::string("\r"),
                                  std::string("\r\n"),
                                  std::string("\r\n--"),
                                  std::string("\r\n--\r"),
                                  std::string("-")}) {
    std::string data;
    while (data.size() < 2'000'000) data += unit;
    const std::string body = part("a", data) + "--B--";
    std::vector<std::size_t> cuts;
    for (std::size_t at = 4093; at < body.size(); at += 4093) cuts.push_back(at);
    const Reading reading = read_in_pieces(body, cuts);
    REQUIRE(reading.complete);
    CHECK(reading.parts[0].data == data);
  }
}

TEST_CASE("mangled bodies never do anything but be read or refused, however they are split") {
  std::mt19937 random(20261121);
  const std::string body = tricky_body();
  for (int round = 0; round < 4000; ++round) {
    std::string mangled = body;
    const std::size_t changes = 1 + random() % 4;
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t at = random() % mangled.size();
      switch (random() % 4) {
        case 0:
          mangled[at] = "\r\n-B:;\"= \\x"[random() % 11];
          break;
        case 1:
          mangled.erase(at, 1 + random() % 8);
          break;
        case 2:
          mangled.insert(at, body.substr(random() % body.size(), random() % 16));
          break;
        default:
          mangled[at] = static_cast<char>(random());
      }
      if (mangled.empty()) mangled = "x";
    }
    std::vector<std::size_t> cuts;
    for (std::size_t at = random() % 40; at < mangled.size(); at += 1 + random() % 40) {
      cuts.push_back(at);
    }
    const Reading whole = read(mangled);
    const Reading pieces = read_in_pieces(mangled, cuts);
    INFO("round ", round);
    CHECK(pieces.complete == whole.complete);
    CHECK(pieces.progress == whole.progress);
    CHECK(pieces.parts == whole.parts);
  }
}

TEST_CASE("the boundary is taken from the content type, quoted or not") {
  CHECK(*multipart_boundary("multipart/form-data; boundary=abc") == "abc");
  CHECK(*multipart_boundary("Multipart/Form-Data;BOUNDARY=\"a b\"; charset=utf-8") == "a b");
  CHECK(
      *multipart_boundary("multipart/form-data ; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW") ==
      "----WebKitFormBoundary7MA4YWxkTrZu0gW");
  CHECK(*multipart_boundary("multipart/form-data; boundary=" + std::string(70, 'x')) ==
        std::string(70, 'x'));
  for (const char* type : {"",
                           "text/plain",
                           "multipart/mixed; boundary=a",
                           "multipart/form-dat",
                           "application/json"}) {
    INFO(type);
    CHECK(multipart_boundary(type).error() == BoundaryFault::NotFormData);
  }
  const std::string too_long = "multipart/form-data; boundary=" + std::string(71, 'x');
  for (const char* type : {"multipart/form-data",
                           "multipart/form-data; boundary",
                           "multipart/form-data; boundary=",
                           "multipart/form-data; boundary=\"\"",
                           "multipart/form-data; boundary=\"a ",
                           "multipart/form-data; boundary=\"a \"",
                           "multipart/form-data; boundary=a; boundary=b",
                           "multipart/form-data; boundary=a\xc3\xa4",
                           too_long.c_str()}) {
    INFO(type);
    CHECK(multipart_boundary(type).error() == BoundaryFault::NoBoundary);
  }
}

}  // namespace countersign::http::multipart_test
