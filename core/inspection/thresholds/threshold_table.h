#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/checks/checks.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/schema.h"

// The one table of thresholds. A threshold is a member of a group in thresholds.h (Bounds, or a
// double where there is only one level, or a bool) and its row here; a missing row does not
// compile. Settings, documents, messages and the log derive from it.
namespace countersign {

enum class Worse : std::uint8_t { Larger, Smaller };

// The description of a threshold. Its name is the name of its setting and is written to the log: it
// is never used again for another threshold. Values outside `least` to `most` are taken for typing
// errors.
struct ThresholdInfo {
  std::string_view name;
  std::string_view unit;
  Worse worse;  // of a switch: Larger, which is yes
  double least;
  double most;
  std::string_view meaning;
  // The checks whose measures are compared with its levels; empty: it only affects how others are
  // made.
  CheckSet checks{};
};

template <class Group, class T>
struct ThresholdRow {
  T Group::*member;
  ThresholdInfo info;
};
template <class Group, class T>
ThresholdRow(T Group::*, ThresholdInfo) -> ThresholdRow<Group, T>;

// Specialised once per group.
template <class Group>
inline constexpr auto rows_of = nullptr;

template <>
inline constexpr auto rows_of<DocumentThresholds> = std::tuple{
    ThresholdRow{&DocumentThresholds::short_side,
                 {"document-image-short-side",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "the short side of the picture",
                  Check::DocumentResolution}},
    ThresholdRow{&DocumentThresholds::long_side,
                 {"document-image-long-side",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "the long side of the picture",
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
    ThresholdRow{&DocumentThresholds::detail_evenness,
                 {"document-detail-evenness",
                  "ratio",
                  Worse::Smaller,
                  0.01,
                  1,
                  "fine detail of the worse direction over that of the better one",
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
    ThresholdRow{&DocumentThresholds::authenticity_required,
                 {"document-authenticity-required",
                  "switch",
                  Worse::Larger,
                  0,
                  1,
                  "whether a capture is for review because nobody judges if its document is "
                  "genuine; else that is not among its checks"}},
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

template <>
inline constexpr auto rows_of<FrameThresholds> = std::tuple{
    ThresholdRow{&FrameThresholds::count,
                 {"frame-count",
                  "frames",
                  Worse::Smaller,
                  1,
                  100,
                  "frames of a liveness submission",
                  Check::LivenessFrameCount}},
    ThresholdRow{&FrameThresholds::short_side,
                 {"frame-short-side",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "the short side of a frame",
                  Check::LivenessResolution}},
    ThresholdRow{&FrameThresholds::long_side,
                 {"frame-long-side",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "the long side of a frame",
                  Check::LivenessResolution}},
    ThresholdRow{&FrameThresholds::edge_width_px,
                 {"frame-edge-width",
                  "px",
                  Worse::Larger,
                  0.1,
                  20,
                  "width of the strong edges of a frame at 0.48 megapixels",
                  Check::LivenessSharpness}},
    ThresholdRow{&FrameThresholds::highlight_luma,
                 {"frame-highlight",
                  "luma",
                  Worse::Smaller,
                  1,
                  255,
                  "brightness of the brightest fiftieth",
                  Check::LivenessLight}},
    ThresholdRow{&FrameThresholds::shadow_luma,
                 {"frame-shadow",
                  "luma",
                  Worse::Larger,
                  1,
                  255,
                  "brightness of the darkest thousandth",
                  Check::LivenessOverexposure}},
    ThresholdRow{&FrameThresholds::blown_shadow_luma,
                 {"frame-blown-shadow",
                  "luma",
                  Worse::Larger,
                  1,
                  255,
                  "the same, where much of the frame is blown",
                  Check::LivenessOverexposure}},
    ThresholdRow{&FrameThresholds::blown_share,
                 {"frame-blown-area",
                  "share",
                  Worse::Larger,
                  0.01,
                  1,
                  "blown pixels from which on frame-blown-shadow counts"}},
};

template <>
inline constexpr auto rows_of<FaceMatchThresholds> = std::tuple{
    ThresholdRow{&FaceMatchThresholds::likeness,
                 {"face-match-likeness",
                  "cosine",
                  Worse::Smaller,
                  -1,
                  1,
                  "likeness of the face on the document and the person's, and of the person in the "
                  "first frame and in every other; of a likeness between the two levels it is not "
                  "known whose face it is",
                  Check::FaceMatch}},
    ThresholdRow{&FaceMatchThresholds::score,
                 {"face-match-score",
                  "score",
                  Worse::Smaller,
                  0.1,
                  1,
                  "how sure the detector is of a face that is to be compared"}},
    ThresholdRow{&FaceMatchThresholds::width_px,
                 {"face-match-width",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "width of a face that is to be compared; on a document at 8 px/mm"}},
};

template <>
inline constexpr auto rows_of<FaceThresholds> = std::tuple{
    ThresholdRow{
        &FaceThresholds::score,
        {"face-score",
         "score",
         Worse::Smaller,
         -1,
         3,
         "likeness to a face, from which on something is one; the detector was trained for 0",
         {Check::LivenessFace, Check::DocumentPortrait}}},
    ThresholdRow{&FaceThresholds::followed_score,
                 {"face-followed-score",
                  "score",
                  Worse::Smaller,
                  -1,
                  3,
                  "the same, where the frame before had a face"}},
    ThresholdRow{&FaceThresholds::second_side,
                 {"face-second-side",
                  "share",
                  Worse::Smaller,
                  0.05,
                  1,
                  "side of a face, of the largest one's, from which on it counts as a second"}},
    ThresholdRow{&FaceThresholds::second_score,
                 {"face-second-score",
                  "score",
                  Worse::Smaller,
                  -1,
                  3,
                  "likeness to a face from which on a second one counts"}},
    ThresholdRow{&FaceThresholds::side,
                 {"face-side",
                  "share",
                  Worse::Smaller,
                  0.1,
                  1,
                  "side of the face in a frame, of the frame's shorter side",
                  Check::LivenessFaceSize}},
    ThresholdRow{&FaceThresholds::off_center,
                 {"face-off-center",
                  "share",
                  Worse::Larger,
                  0.05,
                  0.5,
                  "how far the face's middle is from the frame's, of its width or height",
                  Check::LivenessFacePosition}},
    ThresholdRow{&FaceThresholds::jump,
                 {"face-jump",
                  "share",
                  Worse::Larger,
                  0.05,
                  2,
                  "how far the face moves from one frame to the next",
                  Check::LivenessFaceContinuity}},
    ThresholdRow{&FaceThresholds::growth,
                 {"face-growth",
                  "factor",
                  Worse::Larger,
                  1.05,
                  10,
                  "by how much the face's side changes from one frame to the next",
                  Check::LivenessFaceContinuity}},
    ThresholdRow{&FaceThresholds::look_change,
                 {"face-look-change",
                  "difference",
                  Worse::Larger,
                  0.1,
                  1,
                  "how much complexion, hair and clothes change within a recording, of a whole "
                  "change; no one of the three alone comes to more than a third",
                  Check::LivenessSameFace}},
    ThresholdRow{&FaceThresholds::straight_turn,
                 {"face-straight-turn",
                  "score",
                  Worse::Larger,
                  0.1,
                  5,
                  "signal of a turn up to which a face looks straight",
                  Check::LivenessLookStraight}},
    ThresholdRow{&FaceThresholds::straight_tilt,
                 {"face-straight-tilt",
                  "degrees",
                  Worse::Larger,
                  1,
                  30,
                  "tilt up to which a face looks straight",
                  Check::LivenessLookStraight}},
    ThresholdRow{&FaceThresholds::turn,
                 {"face-turn",
                  "score",
                  Worse::Smaller,
                  0.5,
                  5,
                  "signal of a turn from which on the head is turned",
                  {Check::LivenessTurnLeft, Check::LivenessTurnRight}}},
    ThresholdRow{&FaceThresholds::turn_change,
                 {"face-turn-change",
                  "score",
                  Worse::Smaller,
                  0.1,
                  5,
                  "its change since the face looked straight",
                  {Check::LivenessTurnLeft, Check::LivenessTurnRight}}},
    ThresholdRow{&FaceThresholds::other_turn,
                 {"face-other-turn",
                  "score",
                  Worse::Larger,
                  0.5,
                  5,
                  "signal of a turn from which on one that was not asked for refuses",
                  {Check::LivenessTurnLeft,
                   Check::LivenessTurnRight,
                   Check::LivenessTiltLeft,
                   Check::LivenessTiltRight,
                   Check::LivenessMoveCloser}}},
    ThresholdRow{&FaceThresholds::tilt,
                 {"face-tilt",
                  "degrees",
                  Worse::Smaller,
                  3,
                  30,
                  "tilt of the head since the face looked straight",
                  {Check::LivenessTiltLeft, Check::LivenessTiltRight}}},
    ThresholdRow{&FaceThresholds::closer,
                 {"face-closer",
                  "factor",
                  Worse::Smaller,
                  1.05,
                  3,
                  "side of the face, over what it was when the face looked straight",
                  Check::LivenessMoveCloser}},
    ThresholdRow{&FaceThresholds::portrait_mm,
                 {"portrait-side",
                  "mm",
                  Worse::Smaller,
                  5,
                  40,
                  "side of the face in a document's portrait"}},
};

inline constexpr auto kThresholdGroups = std::tuple{&Thresholds::document,
                                                    &Thresholds::mrz,
                                                    &Thresholds::frame,
                                                    &Thresholds::face_match,
                                                    &Thresholds::face};

// Calls visit(info, member) for every threshold, in the order of the table.
template <class Set, class Visitor>
requires std::is_same_v<std::remove_const_t<Set>, Thresholds>
constexpr void for_each_threshold(Set& set, Visitor&& visit) {
  const auto visit_group = [&](auto& group) {
    std::apply([&](const auto&... row) { (visit(row.info, group.*(row.member)), ...); },
               rows_of<std::remove_cvref_t<decltype(group)>>);
  };
  std::apply([&](auto... group) { (visit_group(set.*group), ...); }, kThresholdGroups);
}

// The number of levels of a threshold; the ERROR's level is the first.
inline constexpr std::size_t kMaxLevels = 2;
constexpr std::size_t levels_of(const Bounds&) { return 2; }
constexpr std::size_t levels_of(double) { return 1; }
constexpr std::size_t levels_of(bool) { return 1; }

// Whether the levels are in the range, and the WARNING's is no laxer than the ERROR's.
constexpr bool is_sound(const ThresholdInfo& info, double level) {
  return level >= info.least && level <= info.most;
}
constexpr bool is_sound(const ThresholdInfo& info, const Bounds& bounds) {
  const bool ordered =
      info.worse == Worse::Larger ? bounds.warning <= bounds.error : bounds.warning >= bounds.error;
  return ordered && is_sound(info, bounds.error) && is_sound(info, bounds.warning);
}
constexpr bool is_sound(const ThresholdInfo&, bool) { return true; }

constexpr bool is_sound(const Thresholds& set) {
  bool sound = true;
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto& value) {
    sound = sound && is_sound(info, value);
  });
  return sound;
}

// Returns every level of a set in thousandths, the finest step that a level has: so results and the
// log state exactly the levels that were judged by. A switch is 0 or 1000.
std::vector<std::int64_t> milli_of(const Thresholds& set);
// Returns nullopt unless they are the levels of a sound set. Safe for any numbers.
std::optional<Thresholds> thresholds_of(std::span<const std::int64_t> milli);

namespace detail {

template <class... Rows>
consteval bool members_are_distinct(const std::tuple<Rows...>& rows) {
  const auto equal = [](const auto& a, const auto& b) {
    if constexpr (std::is_same_v<decltype(a.member), decltype(b.member)>) {
      return a.member == b.member;
    } else {
      return false;
    }
  };
  const auto count_of = [&](const auto& row) {
    return std::apply([&](const auto&... other) { return (std::size_t{equal(row, other)} + ...); },
                      rows);
  };
  return std::apply([&](const auto&... row) { return ((count_of(row) == 1) && ...); }, rows);
}

template <class Group>
inline constexpr bool group_is_sound =
    has_members<Group, std::tuple_size_v<std::remove_cvref_t<decltype(rows_of<Group>)>>>&&
        members_are_distinct(rows_of<Group>);

template <class... Groups>
consteval bool groups_are_sound(const std::tuple<Groups Thresholds::*...>&) {
  return has_members<Thresholds, sizeof...(Groups)> && (group_is_sound<Groups> && ...);
}

consteval bool threshold_names_are_sound() {
  const Thresholds set;
  bool sound = true;
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto&) {
    std::size_t count = 0;
    for_each_threshold(set, [&](const ThresholdInfo& other, const auto&) {
      count += other.name == info.name ? 1 : 0;
    });
    sound = sound && count == 1 && !info.name.empty() && std::ranges::all_of(info.name, [](char c) {
              return (c >= 'a' && c <= 'z') || c == '-';
            });
  });
  return sound;
}

}  // namespace detail

static_assert(detail::groups_are_sound(kThresholdGroups),
              "a threshold without a row, or a group that is not listed");
static_assert(detail::threshold_names_are_sound(), "a threshold's name is none, or not its own");
static_assert(is_sound(Thresholds{}),
              "a threshold out of its range, or a warning beyond its error");

}  // namespace countersign
