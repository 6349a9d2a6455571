#pragma once
#include "core/inspection/image/luma_image.h"
#include "core/inspection/mrz/mrz.h"
#include "core/inspection/mrz/mrz_lines.h"
#include "core/inspection/mrz/mrz_reading.h"

namespace countersign {

// Reads the lines at a place of an ink map of kMrzPxPerMm; `place` of the reading is in that map.
// All lines share one grid, since the characters of a zone stand one below the other. The window
// of the grid that shows the most print is read. A 0 or O in doubt is decided by the check digits,
// see mrz_twins.h; nothing else is corrected. The reading has no lines if the print is no OCR-B.
MrzReading read_mrz_text(const LumaImage& ink,
                         const MrzLayout& layout,
                         const MrzPlace& place,
                         const GridRange& range,
                         const MrzThresholds& thresholds);

}  // namespace countersign
