// Draws pictures under every condition of the benchmarks and writes them to stdout, with what the
// server's engine finds in the very same pixels: for each picture a line of JSON, and behind it the
// pixels, four bytes each.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bench/labelled_documents.h"
#include "core/check.h"
#include "core/event/threshold_override.h"
#include "core/inspection/barcode/aamva.h"
#include "core/inspection/barcode/barcode.h"
#include "core/inspection/barcode/flat_card.h"
#include "core/inspection/barcode/pdf417/reader.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/guide/document_view.h"
#include "core/inspection/guide/face_view.h"
#include "core/inspection/review/barcode_review.h"
#include "core/inspection/review/located_document.h"
#include "core/inspection/thresholds/threshold_table.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/json_writer.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/person/face.h"

namespace countersign {
namespace {

constexpr UtcTime kNow{1'795'219'200'000'000};
constexpr std::uint64_t kMicroseconds = 1000;  // of a millisecond
constexpr std::uint64_t kSeed = 16;
constexpr std::size_t kOfEach = 2;
constexpr std::size_t kKindsApart = 2;

// As far as a double goes.
void add_number(JsonWriter& json, double value) { json.raw(fmt::format("{}", value)); }

void add_thresholds(JsonWriter& json, const Thresholds& set) {
  const auto add = [&](const ThresholdInfo& info, double error, std::optional<double> warning) {
    json.key(info.name).begin_object().key("error");
    add_number(json, error);
    json.key("warning");
    warning ? add_number(json, *warning) : static_cast<void>(json.null());
    json.end_object();
  };
  json.key("thresholds").begin_object();
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, Bounds>) {
      add(info, value.error, value.warning);
    } else if constexpr (!std::is_same_v<Value, std::optional<Bounds>>) {
      add(info, static_cast<double>(value), std::nullopt);
    }
  });
  json.end_object();
}

void write(std::string_view bytes) {
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  check(written, "stdout takes the pictures");
}

void write_picture(JsonWriter& json, const Picture& picture) {
  json.member("width", picture.pixels.width)
      .member("height", picture.pixels.height)
      .member("fileWidth", picture.width)
      .member("fileHeight", picture.height)
      .end_object();
  write(json.take() + "\n");
  std::string rgba;
  const std::vector<std::uint8_t>& rgb = picture.pixels.bytes;
  rgba.reserve(rgb.size() / 3 * 4);
  for (std::size_t i = 0; i < rgb.size(); i += 3) {
    rgba.append({static_cast<char>(rgb[i]),
                 static_cast<char>(rgb[i + 1]),
                 static_cast<char>(rgb[i + 2]),
                 '\xff'});
  }
  write(rgba);
}

void add_view(JsonWriter& json, const GuideView& view) {
  json.key("view").begin_object().member("good", view.good).member("hint", view.hint);
  json.key("corners").begin_array();
  if (view.corners) {
    for (const PicturePoint& corner : *view.corners) {
      add_number(json, corner.x);
      add_number(json, corner.y);
    }
  }
  json.end_array().end_object();
}

void add_issues(JsonWriter& json, const std::vector<Issue>& issues) {
  for (const Severity severity : {Severity::Error, Severity::Warning}) {
    json.key(severity == Severity::Error ? "errors" : "warnings").begin_array();
    for (const Issue& issue : issues) {
      if (issue.severity == severity) json.text(issue.code);
    }
    json.end_array();
  }
}

bool has_barcode(const Evaluation& found) {
  return std::ranges::any_of(found.checks, [](const CheckOutcome& outcome) {
    return outcome.check == name_of(Check::DocumentBarcode) &&
           outcome.status == CheckStatus::Passed;
  });
}

// The card on which locate_document() seeks a bar code.
LumaImage card_of(const Picture& picture, const DocumentClaim& claim, const Thresholds& set) {
  const LumaImage photograph = shrunk_luma(picture.pixels, kPhotographPixels);
  const auto found = find_documents(picture, claim.type, set.document).best;
  const bool whole = found && !refused(judge_detection(found, set.document)) &&
                     found->margin_share >= set.document.margin.error;
  return flat_card(photograph,
                   whole ? corners_in(photograph, picture, *found)
                         : rectangle(static_cast<double>(photograph.width),
                                     static_cast<double>(photograph.height)));
}

// Compares the guide's own reader of bar codes with libzxing on one card.
std::string_view told_by_own_reader(const LumaImage& card) {
  const auto theirs = read_flat_pdf417(card);
  const auto ours = pdf417::read(card);
  if (ours && parse_aamva(ours->bytes)) return theirs == ours->bytes ? "READ" : "ANOTHER";
  if (pdf417::may_be_read(card)) return "UNKNOWN";
  return theirs ? "MISSED" : "ABSENT";
}

void write_document(std::string_view condition,
                    const std::string& file,
                    Side side,
                    DocumentType type,
                    const Thresholds& set) {
  static const EmbeddedEngine engine(test_sha256);
  const auto found = engine.evaluate_document(
      {.image = file, .side = side, .type = type, .now = kNow, .thresholds = set});
  const auto image = decode_image(file, {}, {.enough_pixels = kPhotographPixels});
  check(found && image, "a drawn picture is decoded and judged");
  JsonWriter json;
  json.begin_object().member("condition", condition).member("side", side).member("type", type);
  json.member("now", static_cast<std::uint64_t>(kNow.value()) / kMicroseconds);
  json.member("barcode", has_barcode(*found));
  const DocumentClaim claim = {side, type, kNow};
  if (barcode_expected(claim)) {
    json.member("ownReader", told_by_own_reader(card_of(image->picture(), claim, set)));
  }
  add_issues(json, found->issues);
  add_view(json, view_document(image->picture(), claim, set));
  add_thresholds(json, set);
  write_picture(json, image->picture());
}

void write_documents() {
  const std::vector<bench::Condition>& all = bench::conditions();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t n = 0; n < kOfEach; ++n) {
      const bench::Shot shot = bench::shot_of(all[i], kSeed, i + n * kKindsApart);
      const DocumentType type = shot.type.value_or(DocumentType::Other);
      write_document(all[i].name, bench::taken(shot), shot.side, type, Thresholds{});
    }
  }
}

// Pictures that pass by the usual levels and do not by those of a client, and the reverse; and one
// of which a JPEG is decoded at half its size.
void write_further_documents() {
  constexpr std::array kLevels = {"document-edge-width=0.03/0.02",
                                  "document-image-short-side=1300/1400",
                                  "document-glare=0.5/0.4",
                                  "document-highlight=240/250",
                                  "mrz-required-on-cards=yes"};
  for (const char* text : kLevels) {
    const auto level = parse_threshold(text);
    Thresholds set;
    check(level && !change(set, {&*level, 1}), "the levels of a test are sound");
    for (const DocumentType type : {DocumentType::Passport, DocumentType::IdCard}) {
      drawing::DocumentPlan plan;
      plan.seed = kSeed;
      plan.type = type;
      plan.side = type == DocumentType::Passport ? Side::Front : Side::Back;
      RgbImage image = drawing::draw_document(plan);
      image = drawing::with_glare(image, {0.08, 0.5, 0.5});
      write_document(text, drawing::encode(image, {}), plan.side, type, set);
    }
  }
  drawing::DocumentPlan large;
  large.width = 4000;
  large.height = 3000;
  write_document("large",
                 drawing::encode(drawing::draw_document(large), {}),
                 large.side,
                 large.type,
                 Thresholds{});
}

void write_face(std::string_view condition, const RgbImage& image) {
  JsonWriter json;
  json.begin_object().member("condition", condition).key("faces").begin_array();
  for (const GuideFace& face : view_faces(image, Thresholds{})) {
    for (const double value :
         {face.x, face.y, face.width, face.height, face.turn, face.tilt_degrees}) {
      add_number(json, value);
    }
  }
  json.end_array();
  write_picture(json, image);
}

// Two halves of pictures beside each other.
RgbImage beside(const RgbImage& left, const RgbImage& right) {
  RgbImage both(left.width + right.width, left.height);
  for (std::uint32_t y = 0; y < left.height; ++y) {
    std::copy_n(left.row(y), left.width * 3UL, both.row(y));
    std::copy_n(right.row(y), right.width * 3UL, both.row(y) + left.width * 3UL);
  }
  return both;
}

void write_faces() {
  drawing::FacePlan plan;
  plan.seed = kSeed;
  for (const auto& [action, name] : enum_names<Action>) {
    write_face(name, drawing::draw_face_frame(drawing::performing(plan, action)));
    ++plan.seed;
  }
  for (const double nearness : {0.4, 0.7, 1.4}) {
    plan.nearness = nearness;
    write_face("nearness", drawing::draw_face_frame(plan));
  }
  plan.nearness = 1;
  const RgbImage face = drawing::draw_face_frame(plan);
  ++plan.seed;
  const RgbImage other = drawing::draw_face_frame(plan);
  write_face("two", beside(face, other));
  write_face("dark", drawing::darkened(face, 0.2));
  write_face("blurred", drawing::blurred(face, 3));
  write_face("none", RgbImage(640, 480));
}

}  // namespace
}  // namespace countersign

int main() {
  try {
    countersign::write_documents();
    countersign::write_further_documents();
    countersign::write_faces();
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "guide_pictures: %s\n", failure.what());
    return 1;
  }
}
