#pragma once
#include <span>
#include <vector>

#include "core/inspection/matcher/seen_face.h"

namespace countersign::matcher {

// The outputs of YuNet of 2023 for one grid: for each of its cells, row by row, the numbers of one
// face whose middle would lie in the cell.
struct YunetGrid {
  int step = 0;     // side of a cell in pixels of the canvas
  int columns = 0;  // cells of a row
  // For each cell: 1 that it is a face, 1 that something is there, 4 of the box, 10 of the
  // landmarks.
  std::span<const float> cls;
  std::span<const float> obj;
  std::span<const float> bbox;
  std::span<const float> kps;
};

// Returns the face of every cell whose score, the geometric mean of `cls` and `obj`, is at least
// `least_score`; one person has many. Positions are relative to a cell's own and in its steps,
// sizes are logarithms of steps (W. Wu et al., YuNet: A Tiny Millisecond-level Face Detector,
// Machine Intelligence Research 20, 2023; decoded as by cv::FaceDetectorYN from OpenCV 4.8 on).
// Leaves out faces with numbers that are not finite. Pure.
// REQUIRES: the spans have as many numbers as `columns` and whole rows of cells need.
std::vector<SeenFace> faces_of(const YunetGrid& grid, float least_score);

}  // namespace countersign::matcher
