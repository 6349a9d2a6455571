// How far apart the perceptual hashes of different documents of one layout are, and those of copies
// of one photograph: the figures of docs/inspection.md by which kCopyBitsMax was chosen.
//
//   copies_bench [--smoke | DOCUMENTS [SEED]]
//
// For each way of taking pictures, DOCUMENTS documents are drawn, and every two of them are
// compared. Copies are made of the first hundred. Each line of JSON says how many pairs differ in
// at most so many bits.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/arguments.h"
#include "bench/labelled_documents.h"
#include "core/event/image_copy.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/image/perceptual.h"
#include "core/inspection/image/rectify.h"
#include "tests/drawing/camera/encode.h"

namespace countersign::bench {
namespace {

constexpr std::size_t kUsual = 600;
constexpr std::size_t kSmoke = 4;
constexpr std::size_t kCopied = 100;
constexpr std::uint64_t kSeed = 1;
constexpr std::array<std::uint32_t, 9> kBits = {0, 2, 4, 6, 8, 10, 12, 16, 20};

using drawing::Dice;

RgbImage decoded(const std::string& file) { return std::move(decode_image(file, {})->pixels); }

RgbImage encoded_anew(const RgbImage& image, int quality) {
  drawing::Encoding encoding;
  encoding.quality = quality;
  return decoded(drawing::encode(image, encoding));
}

// The part of a picture within the corners, at another size, interpolated between four pixels.
RgbImage resampled(const RgbImage& image, const Quadrilateral& corners, double scale) {
  RgbImage out(static_cast<std::uint32_t>(scale * image.width),
               static_cast<std::uint32_t>(scale * image.height));
  LumaImage plane{image.width, image.height, std::vector<std::uint8_t>(image.bytes.size() / 3)};
  for (std::size_t channel = 0; channel < 3; ++channel) {
    for (std::size_t i = 0; i < plane.bytes.size(); ++i) {
      plane.bytes[i] = image.bytes[3 * i + channel];
    }
    const LumaImage flat = rectified(plane, corners, out.width, out.height);
    for (std::size_t i = 0; i < flat.bytes.size(); ++i) out.bytes[3 * i + channel] = flat.bytes[i];
  }
  return out;
}

RgbImage scaled(const RgbImage& image, double scale) {
  return resampled(image, rectangle(image.width, image.height), scale);
}

// Each side loses up to `share`.
RgbImage cropped(const RgbImage& image, double share, Dice& dice) {
  const double left = dice.between(0, share) * image.width;
  const double right = (1 - dice.between(0, share)) * image.width;
  const double top = dice.between(0, share) * image.height;
  const double bottom = (1 - dice.between(0, share)) * image.height;
  return resampled(image, {{{left, top}, {right, top}, {right, bottom}, {left, bottom}}}, 1);
}

struct Way {
  std::string_view name;
  std::function<RgbImage(std::size_t n, std::uint64_t seed)> take;
};

Shot front_of_a_card(std::size_t n, std::uint64_t seed) {
  Shot shot = shot_of(conditions().front(), seed, n);
  shot.plan.type = DocumentType::IdCard;
  shot.plan.side = Side::Front;
  shot.plan.barcode = false;
  shot.scene.width = 800;
  shot.scene.height = 600;
  shot.format = ImageFormat::Jpeg;
  return shot;
}

// Taken by hand, on tables.
RgbImage by_hand(std::size_t n, std::uint64_t seed) {
  return decoded(taken(front_of_a_card(n, seed)));
}
// Cut out by a capture program, which is off by up to a hundredth.
RgbImage cut_out(std::size_t n, std::uint64_t seed) {
  const Shot shot = front_of_a_card(n, seed);
  Dice dice(shot.plan.seed);
  const RgbImage flat = scaled(drawing::draw_flat_document(shot.plan).image, 0.45);
  return encoded_anew(drawing::noisy(cropped(flat, 0.01, dice), 3, dice.next()), 85);
}
// Taken by a camera that does not move, over one spot.
RgbImage mounted(std::size_t n, std::uint64_t seed) {
  Shot shot = front_of_a_card(n, seed);
  shot.scene = {.seed = 7, .width = 800, .height = 600, .table = drawing::Table::Dark};
  return decoded(taken(shot));
}

struct Copying {
  std::string_view name;
  std::function<RgbImage(const RgbImage&, Dice&)> make;
};
const std::vector<Copying>& copyings() {
  static const std::vector<Copying> all = {
      {"jpeg_80", [](const RgbImage& image, Dice&) { return encoded_anew(image, 80); }},
      {"jpeg_40", [](const RgbImage& image, Dice&) { return encoded_anew(image, 40); }},
      {"darker",
       [](const RgbImage& image, Dice&) {
         return encoded_anew(drawing::darkened(image, 0.85), 80);
       }},
      {"scaled_40_to_130",
       [](const RgbImage& image, Dice& dice) {
         return encoded_anew(scaled(image, dice.between(0.4, 1.3)), 80);
       }},
      {"cropped_1", [](const RgbImage& image, Dice& dice) { return cropped(image, 0.01, dice); }},
      {"cropped_2", [](const RgbImage& image, Dice& dice) { return cropped(image, 0.02, dice); }},
      {"cropped_5", [](const RgbImage& image, Dice& dice) { return cropped(image, 0.05, dice); }},
  };
  return all;
}

class Tally {
 public:
  void add(std::uint32_t bits) {
    ++pairs_;
    least_ = std::min(least_, bits);
    for (std::size_t i = 0; i < kBits.size(); ++i) within_[i] += bits <= kBits[i] ? 1 : 0;
  }
  void print(std::string_view way, std::string_view what) const {
    std::printf(
        "{\"bench\":\"copies\",\"taken\":\"%.*s\",\"compared\":\"%.*s\",\"pairs\":%zu,"
        "\"least_bits\":%u,\"within\":{",
        static_cast<int>(way.size()),
        way.data(),
        static_cast<int>(what.size()),
        what.data(),
        pairs_,
        least_);
    for (std::size_t i = 0; i < kBits.size(); ++i) {
      std::printf("%s\"%u\":%zu", i == 0 ? "" : ",", kBits[i], within_[i]);
    }
    std::puts("}}");
    std::fflush(stdout);
  }

 private:
  std::size_t pairs_ = 0;
  std::uint32_t least_ = 256;
  std::array<std::size_t, kBits.size()> within_{};
};

void compare(const Way& way, std::size_t documents, std::uint64_t seed) {
  std::vector<PerceptualHash> hashes;
  std::vector<Tally> copies(copyings().size());
  Tally different;
  Dice dice(seed);
  for (std::size_t n = 0; n < documents; ++n) {
    const RgbImage image = way.take(n, seed);
    const PerceptualHash hash = perceptual_hash(image);
    for (const PerceptualHash& other : hashes) different.add(differing_bits(hash, other));
    hashes.push_back(hash);
    for (std::size_t i = 0; n < kCopied && i < copies.size(); ++i) {
      copies[i].add(differing_bits(hash, perceptual_hash(copyings()[i].make(image, dice))));
    }
  }
  different.print(way.name, "different");
  for (std::size_t i = 0; i < copies.size(); ++i) copies[i].print(way.name, copyings()[i].name);
}

int run(std::size_t documents, std::uint64_t seed) {
  for (const Way& way :
       {Way{"by_hand", by_hand}, Way{"cut_out", cut_out}, Way{"mounted", mounted}}) {
    compare(way, documents, seed);
  }
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  if (argc < 2) return run(kUsual, kSeed);
  if (std::string_view(argv[1]) == "--smoke") return run(kSmoke, kSeed);
  return run(whole_number(argv[1]), argc > 2 ? whole_number(argv[2]) : kSeed);
}
