// write_face_filters: writes the filters of dlib's frontal face detector as C++ (D. King, trained
// on 3,000 faces by Max-Margin Object Detection, arXiv:1502.00046; in dlib under the Boost Software
// License 1.0). It runs during the build of Countersign, so that neither dlib nor a file is needed
// at run time. The only user of dlib, whose headers are slow to compile.
//
// Each filter is 31 planes of 10 x 10 cells (see fhog.h), plane by plane and row by row.
#include <dlib/image_processing/frontal_face_detector.h>

#include <cstdio>
#include <stdexcept>

namespace {

constexpr unsigned long kFilters = 5;
constexpr long kPlanes = 31;
constexpr long kCells = 10;

// The 10 cells each way include one cell of 8 pixels of the surroundings on every side.
bool is_expected(const dlib::frontal_face_detector& detector) {
  const auto& scanner = detector.get_scanner();
  return detector.num_detectors() == kFilters && scanner.get_cell_size() == 8 &&
         scanner.get_fhog_window_width() == kCells && scanner.get_fhog_window_height() == kCells &&
         scanner.get_num_dimensions() == kPlanes * kCells * kCells;
}

void write_filters() {
  const dlib::frontal_face_detector detector = dlib::get_frontal_face_detector();
  if (!is_expected(detector)) throw std::runtime_error("dlib's detector has another shape");
  const long size = kPlanes * kCells * kCells;
  std::printf("namespace countersign {\nextern const float kDlibFaceFilters[%lu][%ld];\n",
              kFilters,
              size + 1);
  std::printf("const float kDlibFaceFilters[%lu][%ld] = {\n", kFilters, size + 1);
  for (unsigned long i = 0; i < kFilters; ++i) {
    std::printf("{");
    // The last weight is the threshold.
    const auto& weights = detector.get_w(i);
    for (long k = 0; k <= size; ++k) {
      const auto weight = static_cast<float>(weights(k));
      std::printf("%aF,%s", static_cast<double>(weight), k % 8 == 7 ? "\n" : "");
    }
    std::printf("},\n");
  }
  std::printf("};\n}\n");
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
