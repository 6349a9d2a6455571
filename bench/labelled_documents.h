#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/terms.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/dice.h"
#include "tests/drawing/document.h"
#include "tests/drawing/thing.h"
#include "tools/measure/labels/expectation.h"

namespace countersign::bench {

// One photograph of a document, before it is taken.
struct Shot {
  drawing::DocumentPlan plan;
  drawing::Scene scene;
  bool empty = false;                     // there is no document
  std::optional<drawing::Thing> thing{};  // another thing than a document is there
  bool keeps_place =
      false;  // the document may reach beyond the picture; otherwise it is moved away
  bool laminated = false;
  bool worn = false;
  bool held = false;      // by hands
  double blur_mm = 0.05;  // sigma, on the document
  double motion_mm = 0;
  double motion_degrees = 0;
  double noise = 2;  // sigma
  double light = 1;
  double washed_out = 0;
  drawing::Lamp lamp{0, 0.5, 0.5};
  int thumb = 0;  // 1 to 4: over that corner
  int jpeg_quality = 88;
  ImageFormat format = ImageFormat::Jpeg;
  // The declared side and type.
  Side side = Side::Front;
  std::optional<DocumentType> type;
};

struct Condition {
  std::string_view name;
  Expectation expected;
  std::function<void(Shot&, drawing::Dice&)> apply;
};

// The conditions, good and bad, under which documents are photographed.
const std::vector<Condition>& conditions();
// The conditions that pictures of real documents have and the first drawings lacked
// (real_conditions.cc). Their text is printed in upright letters.
std::vector<Condition> real_conditions();

// The zone that can be seen in the shot; empty if there is none.
std::vector<std::string> zone_of(const Shot& shot);

// The n-th document of a condition: fronts and backs of cards, licences and passports in turn.
// Equal seeds give equal documents.
Shot shot_of(const Condition& condition, std::uint64_t seed, std::size_t n);

// The shot as the file that a device sends.
std::string taken(const Shot& shot);

}  // namespace countersign::bench
