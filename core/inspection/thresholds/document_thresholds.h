#pragma once
#include <tuple>

#include "core/inspection/image/bounds.h"
#include "core/inspection/thresholds/threshold_row.h"

namespace countersign {

struct DocumentThresholds {
  // 640 px across a whole ID-1 card are 7 px per millimetre: below that, the smallest print (1 mm)
  // has no shape. With the usual margin around the card, 1000 px are good.
  Bounds short_side = {480, 600};
  Bounds long_side = {640, 900};

  // The score of a document's border, from 0 to 1 (see outline.h). Documents that are fit to be
  // read have 0.70 and more; pictures without a document seldom have 0.6.
  Bounds outline = {0.66, 0.66};
  // The same without regard to size, for a border that is seen well but is too small to be judged.
  double far_outline = 0.72;
  // The distance of the nearest corner from the picture's border, as a share of the picture's side.
  // A document that reaches the border continues beyond it. Among 980 pictures of whole documents 6
  // were nearer to it than by 0.004.
  Bounds margin = {0.001, 0.001};
  // Pixels of the photograph per millimetre of the document. A character of the MRZ, 2.54 mm wide
  // with its space, has 14 pixels at 5.5, the least that can be read.
  Bounds px_per_mm = {5.5, 7};
  // The uncovered share of each side (see outline.h). A finger on a corner covers a fifth or more.
  Bounds side_seen = {0.80, 0.80};
  // The share of squares of 5 mm that contain print: the sides of cards with the least print have
  // 0.08 and more.
  Bounds printed_share = {0.03, 0.03};

  // Edge width in millimetres: a blur of 0.2 mm, at which the print of an MRZ (strokes of 0.35 mm)
  // starts to run together, is measured as 0.16; cameras in focus give 0 to 0.09.
  Bounds edge_width_mm = {0.15, 0.11};
  // Fine detail down the page divided by that across (see detail.h). Among 120 pictures of real
  // documents in focus, none has less than 0.36 or more than 1.3; moved by 1.2 mm along or across
  // the lines of print, 111 and 112 have.
  Bounds detail_down = {0.36, 0.36};
  Bounds detail_across = {1.3, 1.3};
  // The edge width when no document was found, in pixels of the working picture.
  Bounds photograph_edge_width_px = {2.4, 1.7};

  // Luma of the brightest fiftieth: paper below 60 is lost in the noise of a telephone's sensor;
  // daylight indoors gives 150 and more.
  Bounds highlight_luma = {60, 90};
  // Luma of the darkest thousandth. If nothing is darker than 225, there is no print to see. If
  // half of the picture is blown, what is left of the print was darker before, and at 150 it has
  // lost its faint parts.
  Bounds shadow_luma = {225, 225};
  Bounds blown_shadow_luma = {150, 110};
  double blown_share = 0.45;
  // Area of the largest reflection, as a share of the document. The reflection of a lamp covers a
  // line of print at 3 %, and a field that is needed at 6 %.
  Bounds glare_share = {0.06, 0.02};
  // Noise in steps of luma, in the calm tiles at the flat scale.
  Bounds noise_sigma = {14, 5};

  // Signs of an identity document, see recognition_review.h: 2 for a zone or a bar code, 1.5 for a
  // portrait beside print, 1 for what could also be another card or a photograph of a person.
  Bounds signs = {1, 1.5};

  // The colour of the front (see colour.h). No picture of 144 of documents in colour had less than
  // 8.5; black-and-white copies, drawn by us, had 1. An ERROR of 0 refuses nothing, and a
  // WARNING of 0 is off.
  Bounds chroma = {0, 4};
  // The share of the picture's rows that have one colour. Photographs have none; screenshots, drawn
  // by us, had half. Levels of 1 are off.
  Bounds plain_rows = {1, 0.25};

  // Whether a capture goes to review because no engine judges whether its document is genuine. If
  // not, a document passes that is readable, valid by its own data and not expired.
  bool authenticity_required = true;

  // The fields of the print that differ from the zone or the bar code: the number, the birth, the
  // expiry. No document exceeds the ERROR's level: by default every difference is a WARNING, which
  // a person reviews, since OCR errs more often than forgers are at work.
  Bounds data_differences = {3, 0};
  // Whether a capture goes to review because the print was not compared, or could not be read.
  bool data_required = false;

  bool operator==(const DocumentThresholds&) const = default;
};

template <>
inline constexpr auto rows_of<DocumentThresholds> = std::tuple{
    ThresholdRow{&DocumentThresholds::short_side,
                 {"document-image-short-side",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "the short side of a picture in which no document is found",
                  Check::DocumentResolution}},
    ThresholdRow{&DocumentThresholds::long_side,
                 {"document-image-long-side",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "the long side of a picture in which no document is found",
                  Check::DocumentResolution}},
    ThresholdRow{&DocumentThresholds::outline,
                 {"document-outline",
                  "score",
                  Worse::Smaller,
                  0.3,
                  1,
                  "how well four straight sides in a document's shape are seen",
                  Check::DocumentDetection}},
    ThresholdRow{&DocumentThresholds::far_outline,
                 {"document-far-outline",
                  "score",
                  Worse::Smaller,
                  0.3,
                  1,
                  "the same whatever the size, from which a small document is told to be too far"}},
    ThresholdRow{&DocumentThresholds::margin,
                 {"document-margin",
                  "share",
                  Worse::Smaller,
                  0,
                  0.2,
                  "from the nearest corner to the picture's border, of the picture's side",
                  Check::DocumentFraming}},
    ThresholdRow{&DocumentThresholds::px_per_mm,
                 {"document-resolution",
                  "px/mm",
                  Worse::Smaller,
                  1,
                  50,
                  "pixels of the picture a millimetre of the document",
                  Check::DocumentSize}},
    ThresholdRow{&DocumentThresholds::side_seen,
                 {"document-side-seen",
                  "share",
                  Worse::Smaller,
                  0.3,
                  1,
                  "how much of the worst side of the document is seen",
                  Check::DocumentVisibility}},
    ThresholdRow{&DocumentThresholds::printed_share,
                 {"document-printed-area",
                  "share",
                  Worse::Smaller,
                  0.001,
                  1,
                  "squares of 5 mm that have print",
                  Check::DocumentPrint}},
    ThresholdRow{&DocumentThresholds::edge_width_mm,
                 {"document-edge-width",
                  "mm",
                  Worse::Larger,
                  0.01,
                  2,
                  "width of the strong edges of the document, in the worst direction",
                  Check::DocumentSharpness}},
    ThresholdRow{&DocumentThresholds::detail_down,
                 {"document-detail-down",
                  "ratio",
                  Worse::Smaller,
                  0.01,
                  1,
                  "fine detail down the page over that across it: less after motion down the page",
                  Check::DocumentDetail}},
    ThresholdRow{&DocumentThresholds::detail_across,
                 {"document-detail-across",
                  "ratio",
                  Worse::Larger,
                  0.5,
                  10,
                  "the same: more after motion across the page",
                  Check::DocumentDetail}},
    ThresholdRow{&DocumentThresholds::photograph_edge_width_px,
                 {"document-photograph-edge-width",
                  "px",
                  Worse::Larger,
                  0.1,
                  20,
                  "width of the strong edges of a picture in which no document was found",
                  Check::DocumentSharpness}},
    ThresholdRow{&DocumentThresholds::highlight_luma,
                 {"document-highlight",
                  "luma",
                  Worse::Smaller,
                  1,
                  255,
                  "brightness of the brightest fiftieth",
                  Check::DocumentLight}},
    ThresholdRow{&DocumentThresholds::shadow_luma,
                 {"document-shadow",
                  "luma",
                  Worse::Larger,
                  1,
                  255,
                  "brightness of the darkest thousandth",
                  Check::DocumentOverexposure}},
    ThresholdRow{&DocumentThresholds::blown_shadow_luma,
                 {"document-blown-shadow",
                  "luma",
                  Worse::Larger,
                  1,
                  255,
                  "the same, where much of the document is blown",
                  Check::DocumentOverexposure}},
    ThresholdRow{&DocumentThresholds::blown_share,
                 {"document-blown-area",
                  "share",
                  Worse::Larger,
                  0.01,
                  1,
                  "blown pixels from which on document-blown-shadow counts"}},
    ThresholdRow{&DocumentThresholds::glare_share,
                 {"document-glare",
                  "share",
                  Worse::Larger,
                  0.001,
                  1,
                  "area of the largest reflection",
                  Check::DocumentGlare}},
    ThresholdRow{&DocumentThresholds::noise_sigma,
                 {"document-noise",
                  "luma",
                  Worse::Larger,
                  0.1,
                  100,
                  "noise of the calm parts (sigma)",
                  Check::DocumentNoise}},
    ThresholdRow{&DocumentThresholds::signs,
                 {"document-signs",
                  "signs",
                  Worse::Smaller,
                  0,
                  2,
                  "signs of an identity document: 2 for a zone or a bar code, 1.5 for a portrait "
                  "beside print, 1 for a portrait alone, or no more than the shape and the round "
                  "corners of a card",
                  Check::DocumentRecognition}},
    ThresholdRow{&DocumentThresholds::chroma,
                 {"document-copy-colour",
                  "chroma",
                  Worse::Smaller,
                  0,
                  128,
                  "colour of the front: the distance from grey that a twentieth of it exceeds; 0 "
                  "is off",
                  Check::DocumentCopy}},
    ThresholdRow{&DocumentThresholds::plain_rows,
                 {"document-copy-rows",
                  "share",
                  Worse::Larger,
                  0,
                  1,
                  "rows of the picture that have one colour, as screenshots have; 1 is off",
                  Check::DocumentCopy}},
    ThresholdRow{
        &DocumentThresholds::authenticity_required,
        {"document-authenticity-required",
         "switch",
         Worse::Larger,
         0,
         1,
         "whether a capture goes to review because no engine judges whether its document is "
         "genuine; else that is not among its checks"}},
    ThresholdRow{&DocumentThresholds::data_differences,
                 {"document-data-differences",
                  "fields",
                  Worse::Larger,
                  0,
                  10,
                  "fields of the print that differ from the zone or the bar code; no document has "
                  "more than 3",
                  Check::DocumentData}},
    ThresholdRow{
        &DocumentThresholds::data_required,
        {"document-data-required",
         "switch",
         Worse::Larger,
         0,
         1,
         "whether a capture goes to review because the print of its document was not compared with "
         "the zone or the bar code; the check says either way that it was not made"}},
};

struct MrzThresholds {
  // The mean likeness (a correlation) of the characters read as an MRZ. MRZs that can be read have
  // 0.85 and more; other print stays below 0.7.
  Bounds likeness = {0.80, 0.80};
  // Whether the back of an identity card or residence permit is refused without a readable MRZ, as
  // a passport's page is; otherwise it gets a WARNING. The engine fails to read the MRZ of 1 in 70
  // cards.
  bool required_on_cards = false;

  bool operator==(const MrzThresholds&) const = default;
};

template <>
inline constexpr auto rows_of<MrzThresholds> = std::tuple{
    ThresholdRow{&MrzThresholds::likeness,
                 {"mrz-likeness",
                  "score",
                  Worse::Smaller,
                  0.5,
                  1,
                  "mean likeness to OCR-B of the characters of a machine-readable zone",
                  Check::DocumentMrz}},
    ThresholdRow{&MrzThresholds::required_on_cards,
                 {"mrz-required-on-cards",
                  "switch",
                  Worse::Larger,
                  0,
                  1,
                  "whether the back of an identity card or residence permit is refused without a "
                  "zone that can be read; else that is a warning"}},
};

}  // namespace countersign
