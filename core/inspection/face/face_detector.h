#pragma once
#include <array>
#include <vector>

#include "core/inspection/image/luma_image.h"

// Finds faces that look towards the camera, up to about 30 degrees aside: a window slid over
// histograms of oriented gradients (fhog.h), at all sizes, through the five linear filters of
// dlib's frontal face detector, which are compiled in (D. King, Max-Margin Object Detection,
// arXiv:1502.00046). Pure functions; every machine finds the same.
namespace countersign {

inline constexpr double kFaceWindowPx = 80;  // the side of the detector's window

// A square around a face, from the brows to the chin, in pixels of the picture.
struct Face {
  double x = 0;  // of its middle
  double y = 0;
  double side = 0;
  double score = 0;  // at 0 the detector was trained to decide; from 1 on there is no doubt
};

// False in a build without dlib (COUNTERSIGN_DLIB), which finds none.
bool finds_faces();
// Makes the tables that the functions below make when they are first called: for who forks.
void load_face_detector();

// The faces that score `least_score` and more, with sides of about `smallest_px` and more; the
// clearest first, and of those that overlap the clearest alone. REQUIRES: smallest_px > 0.
std::vector<Face> find_faces(const LumaImage& picture, double smallest_px, double least_score);

// What the filters for a head from the front, and for one turned to the one and to the other
// side, find best around the middle of a picture.
struct FilterScores {
  double front = 0;
  double turned_one_way = 0;
  double turned_other_way = 0;
};
// REQUIRES: finds_faces().
FilterScores best_scores(const LumaImage& picture);
double best_front_score(const LumaImage& picture);
// How well the best of the three fits around the middle of the picture as it is: a face
// of kFaceWindowPx.
double window_score(const LumaImage& picture);

}  // namespace countersign
