#pragma once
#include <array>
#include <vector>

#include "core/inspection/image/luma_image.h"

// Finds faces that look towards the camera, up to about 30 degrees aside. Slides a window over
// histograms of oriented gradients (fhog.h) at all sizes, through the five linear filters of dlib's
// frontal face detector, which are compiled in (D. King, Max-Margin Object Detection,
// arXiv:1502.00046). Pure functions with the same result on every machine.
namespace countersign {

inline constexpr double kFaceWindowPx = 80;  // the side of the detector's window

// A square around a face, from the eyebrows to the chin, in pixels of the picture.
struct Face {
  double x = 0;  // of the centre
  double y = 0;
  double side = 0;
  double score = 0;  // the detector was trained to decide at 0; from 1 on a face is certain
};

// False in a build without dlib (COUNTERSIGN_DLIB): it finds no faces.
bool finds_faces();

// Returns the faces with a score of at least `least_score` and a side of at least about
// `smallest_px`, the highest score first. If faces overlap only the best is returned. The whole
// picture is searched, for the largest faces first: beside a certain face, those of less than
// `least_share` of its side may be missing. REQUIRES: smallest_px > 0.
std::vector<Face> find_faces(const LumaImage& picture,
                             double smallest_px,
                             double least_score,
                             double least_share = 0);

// The best scores near the middle of a picture, for the filters of a frontal head and of heads
// turned to the one and to the other side.
struct FilterScores {
  double front = 0;
  double turned_one_way = 0;
  double turned_other_way = 0;
};
// REQUIRES: finds_faces().
FilterScores best_scores(const LumaImage& picture);
// Returns the best score near the middle of the frontal filter, as the mean of two: its own, and
// the mirror image's, since a filter differs a little from its mirror image.
double best_front_score(const LumaImage& picture);
// Returns the best score of the three filters near the middle of the picture at its own size only:
// for a face of kFaceWindowPx.
double window_score(const LumaImage& picture);

}  // namespace countersign
