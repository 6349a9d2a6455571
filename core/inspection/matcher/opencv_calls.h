#pragma once
#include <exception>
#include <new>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/inspection/matcher/model_source.h"

// How OpenCV is called: its exceptions become sentences or std::bad_alloc.
namespace countersign::matcher {

inline constexpr std::string_view kNotLoaded = "cannot be loaded";
inline constexpr std::string_view kNotRun = "cannot be run";

// Runs work that calls OpenCV, which has its own exception for a lack of memory.
template <class Work>
auto with_memory(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const cv::Exception& error) {
    if (error.code == cv::Error::StsNoMem) throw std::bad_alloc();
    throw;
  }
}

// Returns the first line of OpenCV's message, without its file names.
inline std::string words_of(const cv::Exception& error) {
  std::string words = error.err.substr(0, error.err.find('\n'));
  constexpr std::size_t kMax = 200;  // characters: two lines of a log
  if (words.size() > kMax) words.resize(kMax);
  for (char& c : words) {
    if (c < ' ' || c > '~') c = ' ';
  }
  return words;
}

// Runs work that loads a model or tries what was loaded, and returns what is wrong with the model,
// if anything is. Turns an exception into a sentence that begins with `what`.
template <class Work>
std::optional<std::string> attempt(const ModelSource& source, std::string_view what, Work work) {
  try {
    const std::optional<std::string> why = work();
    return why ? std::optional(source.says(*why)) : std::nullopt;
  } catch (const cv::Exception& error) {
    return source.says(std::string(what) + ": " + words_of(error));
  } catch (const std::exception&) {
    return source.says(std::string(what) + ": it refers to a part that it does not have");
  }
}

// Draws squares that are light or dark by the bits of a number: not a face, but enough to see
// whether a model answers.
inline cv::Mat drawn_squares(int side, std::uint32_t bits) {
  cv::Mat picture(side, side, CV_8UC3);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int square = (y * 5 / side) * 5 + x * 5 / side;
      const auto tone = static_cast<std::uint8_t>(((bits >> square) & 1) != 0 ? 220 : 40);
      picture.at<cv::Vec3b>(y, x) = {tone, tone, tone};
    }
  }
  return picture;
}

}  // namespace countersign::matcher
