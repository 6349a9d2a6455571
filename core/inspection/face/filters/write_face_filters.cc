// write_face_filters: writes the filters of dlib's frontal face detector as C++ (D. King, trained
// on 3,000 faces by Max-Margin Object Detection, arXiv:1502.00046; in dlib under the Boost Software
// License 1.0). It runs during the build of Countersign, so that neither dlib nor a file is needed
// at run time. The only user of dlib, whose headers are slow to compile.
//
// Each filter is 31 planes of 10 x 10 cells (see fhog.h). dlib's were trained to have a low rank,
// and their small singular values removed, so that a plane is the sum of at most three products of
// a column and a row. Only these are written.
#include <dlib/image_processing/frontal_face_detector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace {

// The shape of dlib's detector, which is_expected() verifies.
constexpr unsigned long kFilters = 5;
constexpr long kPlanes = 31;
constexpr long kCells = 10;

// Weights are about 0.1. The rest of a plane without its terms is the rounding of the weights.
constexpr double kRounding = 1e-6;
constexpr std::size_t kMostTerms = 4;  // one more than any plane of dlib's has

using Row = std::array<double, kCells>;
using Plane = std::array<Row, kCells>;
struct Term {
  Row down;
  Row across;
};

// The 10 cells each way include one cell of 8 pixels of the surroundings on every side.
bool is_expected(const dlib::frontal_face_detector& detector) {
  const auto& scanner = detector.get_scanner();
  return detector.num_detectors() == kFilters && scanner.get_cell_size() == 8 &&
         scanner.get_fhog_window_width() == kCells && scanner.get_fhog_window_height() == kCells &&
         scanner.get_num_dimensions() == kPlanes * kCells * kCells;
}

struct Place {
  std::size_t row = 0;
  std::size_t column = 0;
};

Place largest_of(const Plane& plane) {
  Place largest;
  for (std::size_t row = 0; row < kCells; ++row) {
    for (std::size_t column = 0; column < kCells; ++column) {
      if (std::abs(plane[row][column]) > std::abs(plane[largest.row][largest.column])) {
        largest = {row, column};
      }
    }
  }
  return largest;
}

// Takes one product off the plane after the other: Gaussian elimination with complete pivoting,
// which for such planes is as good as their singular values, and rounds alike on every machine.
std::vector<Term> terms_of(Plane plane) {
  std::vector<Term> terms;
  for (;;) {
    const Place pivot = largest_of(plane);
    const double most = plane[pivot.row][pivot.column];
    if (std::abs(most) < kRounding) return terms;
    if (terms.size() == kMostTerms) throw std::runtime_error("a plane has too high a rank");
    Term term{};
    term.across = plane[pivot.row];
    for (std::size_t row = 0; row < kCells; ++row) term.down[row] = plane[row][pivot.column] / most;
    for (std::size_t row = 0; row < kCells; ++row) {
      for (std::size_t column = 0; column < kCells; ++column) {
        plane[row][column] -= term.down[row] * term.across[column];
      }
    }
    terms.push_back(term);
  }
}

void write_row(const Row& row) {
  std::printf("{");
  for (const double value : row)
    std::printf("%aF,", static_cast<double>(static_cast<float>(value)));
  std::printf("}");
}

template <class Weights>
void write_filter(unsigned long number, const Weights& weights) {
  std::printf("constexpr FaceFilterTerm kTerms%lu[] = {\n", number);
  for (long index = 0; index < kPlanes; ++index) {
    Plane plane{};
    for (std::size_t i = 0; i < kCells * kCells; ++i) {
      plane[i / kCells][i % kCells] = weights(index * kCells * kCells + static_cast<long>(i));
    }
    for (const Term& term : terms_of(plane)) {
      std::printf("{%ld,", index);
      write_row(term.across);
      std::printf(",\n");
      write_row(term.down);
      std::printf("},\n");
    }
  }
  std::printf("};\n");
}

void write_filters() {
  const dlib::frontal_face_detector detector = dlib::get_frontal_face_detector();
  if (!is_expected(detector)) throw std::runtime_error("dlib's detector has another shape");
  std::puts(
      "#include \"core/inspection/face/face_filters.h\"\nnamespace countersign {\nnamespace {");
  for (unsigned long i = 0; i < kFilters; ++i) write_filter(i, detector.get_w(i));
  std::puts("constexpr FaceFilter kFilters[] = {");
  for (unsigned long i = 0; i < kFilters; ++i) {
    // The last weight is the threshold.
    const auto threshold = static_cast<float>(detector.get_w(i)(kPlanes * kCells * kCells));
    std::printf("{kTerms%lu,%aF},\n", i, static_cast<double>(threshold));
  }
  std::puts("};\n}\nstd::span<const FaceFilter> face_filters() { return kFilters; }\n}");
}

}  // namespace

int main() {
  try {
    write_filters();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "write_face_filters: %s\n", failure.what());
    return 1;
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}
