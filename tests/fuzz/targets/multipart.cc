// A Content-Type, a line feed, and a body: the parts are the same however the body is cut, and
// never more than the limits allow.
#include "http/wire/multipart.h"

#include <string>
#include <vector>

#include "core/check.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::multipart_target {

constexpr std::size_t kPiecesMax = 600;  // more take time and find nothing

class Parts final : public http::PartSink {
 public:
  bool on_part(const http::PartHead& head) override {
    check(!open_, "a part begins after the end of the previous part");
    check(head.name.size() + head.file_name.size() <= http::MultipartReader::kPartHeadMaxBytes,
          "the name and the file name of a part have at most kPartHeadMaxBytes bytes");
    open_ = true;
    parts_.push_back(head.name + '\n' + head.content_type + '\n' + head.file_name + '\n');
    return true;
  }
  bool on_part_data(std::string_view bytes) override {
    check(open_ && !bytes.empty(),
          "the data of a part come between its head and its end, and are not empty");
    parts_.back() += bytes;
    return true;
  }
  bool on_part_end() override {
    check(open_, "the end of a part comes after its head");
    open_ = false;
    parts_.back() += "|";
    return true;
  }

  const std::vector<std::string>& all() const { return parts_; }
  bool open() const { return open_; }

 private:
  std::vector<std::string> parts_;
  bool open_ = false;
};

struct Reading {
  Parts parts;
  bool faulty = false;
  bool complete = false;
};

void read(std::string_view boundary,
          std::string_view body,
          std::size_t size_max,
          Reading& reading) {
  http::MultipartReader reader(boundary, reading.parts);
  Pieces pieces(body, size_max);
  for (std::string_view rest = body; !rest.empty();) {
    const auto progress = reader.push(pieces.take(rest));
    check(progress != http::MultipartReader::Progress::Stopped,
          "a reader whose sink accepts every part does not report Stopped");
    reading.faulty = progress == http::MultipartReader::Progress::Faulty;
  }
  if (reading.faulty)
    check(!http::describe(reader.fault()).empty(), "a fault of a multipart body has a description");
  reading.complete = reader.complete();
  check(!reading.complete || !reading.parts.open(), "a complete body has no open part");
  check(reading.parts.all().size() <= http::MultipartReader::kPartsMax,
        "a body has at most kPartsMax parts");
}

void run(std::string_view input) {
  const std::string_view content_type = take_until(input, '\n');
  const auto boundary = http::multipart_boundary(content_type);
  if (!boundary) return;
  check(!boundary->empty() && boundary->size() <= http::MultipartReader::kBoundaryMax,
        "a multipart boundary has from 1 to kBoundaryMax characters");
  Reading whole;
  read(*boundary, input, input.size() + 1, whole);
  for (const std::size_t size_max : {1, 5, 100}) {
    if (input.size() / size_max > kPiecesMax) continue;
    Reading in_pieces;
    read(*boundary, input, size_max, in_pieces);
    check(in_pieces.faulty == whole.faulty && in_pieces.complete == whole.complete,
          "a body that is read in pieces ends like the body that is read whole");
    // Before a fault the last part may have given more or less of its data.
    if (!whole.faulty && whole.complete) {
      check(in_pieces.parts.all() == whole.parts.all(),
            "a body that is read in pieces has the parts of the body that is read whole");
    }
  }
}

const Target kTarget("multipart", run);

}  // namespace countersign::fuzz::multipart_target
