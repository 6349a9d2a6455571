#pragma once
#include <optional>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/mrz/mrz_reading.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/zone/zone_place.h"

namespace countersign {

// A machine-readable zone that was found by its own lines.
struct FoundZone {
  MrzReading reading;  // its place is in the photograph
  ZonePlace place;
};

// Looks for a machine-readable zone anywhere in a photograph, in any direction, whether or not a
// border of the document is seen. Returns the first reading that is proven; else the legible one
// with the highest confidence; nullopt if nothing is legible.
//
// Lines of even print are probed before anything is fitted: a few characters of each are compared
// with OCR-B, upright and upside down. The work is bounded by constants whatever the picture shows:
// two levels of ink, four frames, 60 lines in each, 10 readings in all.
std::optional<FoundZone> find_zone(const LumaImage& photograph, const MrzThresholds& thresholds);

}  // namespace countersign
