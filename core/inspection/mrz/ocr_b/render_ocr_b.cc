// render_ocr_b FONT WIDTH HEIGHT NAMESPACE NAME [ascii]: writes the characters of machine-readable
// zones, or all printable ones of ASCII, as C++, as a font of the OCR-B family shows them (ISO
// 1073-2). It runs during the build of Countersign, so that the font is not part of Countersign and
// no file is read at run time. The only user of FreeType.
//
// Each character is a cell of WIDTH x HEIGHT pixels of 0 (paper) to 255 (ink), row by row. A cell
// is as wide as a character's pitch; its capitals are centred vertically.
#include <ft2build.h>
#include FT_FREETYPE_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view kOfZones = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
constexpr int kFine = 16;           // rendered pixels per pixel of the cell, in each direction
constexpr double kSoftSigma = 0.6;  // in pixels of the cell: no camera sees a sharper edge
constexpr int kSoftRadius = 2;      // pixels: more than three times the sigma

class Font {
 public:
  explicit Font(const char* path) {
    if (FT_Init_FreeType(&library_) != 0) throw std::runtime_error("no FreeType");
    if (FT_New_Face(library_, path, 0, &face_) != 0) {
      FT_Done_FreeType(library_);
      throw std::runtime_error(std::string("cannot read the font ") + path);
    }
  }
  ~Font() {
    FT_Done_Face(face_);
    FT_Done_FreeType(library_);
  }
  Font(const Font&) = delete;
  Font& operator=(const Font&) = delete;

  // The em is `pixels` high.
  FT_GlyphSlot rendered(char character, double pixels) {
    if (FT_Set_Char_Size(face_, 0, static_cast<FT_F26Dot6>(std::lround(pixels * 64)), 72, 72) !=
            0 ||
        FT_Load_Char(
            face_, static_cast<FT_ULong>(character), FT_LOAD_NO_HINTING | FT_LOAD_RENDER) != 0) {
      throw std::runtime_error("a character cannot be rendered");
    }
    return face_->glyph;
  }

 private:
  FT_Library library_ = nullptr;
  FT_Face face_ = nullptr;
};

using Cell = std::vector<double>;

Cell softened(const Cell& cell, int width, int height) {
  double kernel[2 * kSoftRadius + 1];
  double sum = 0;
  for (int i = -kSoftRadius; i <= kSoftRadius; ++i) {
    kernel[i + kSoftRadius] = std::exp(-i * i / (2 * kSoftSigma * kSoftSigma));
    sum += kernel[i + kSoftRadius];
  }
  Cell result(cell.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int dy = -kSoftRadius; dy <= kSoftRadius; ++dy) {
        for (int dx = -kSoftRadius; dx <= kSoftRadius; ++dx) {
          if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue;
          result[static_cast<std::size_t>(y * width + x)] +=
              cell[static_cast<std::size_t>((y + dy) * width + x + dx)] * kernel[dx + kSoftRadius] *
              kernel[dy + kSoftRadius] / (sum * sum);
        }
      }
    }
  }
  return result;
}

class Renderer {
 public:
  Renderer(const char* path, int width, int height) : font_(path), width_(width), height_(height) {
    constexpr double kEm = 1000;  // pixels: large enough to measure a letter by whole pixels
    const auto* const h = font_.rendered('H', kEm);
    const double advance = static_cast<double>(h->advance.x) / 64;
    em_ = kEm * width * kFine / advance;
    const double capital = h->bitmap.rows * em_ / kEm;
    baseline_ = static_cast<int>(std::lround((height * kFine + capital) / 2));
  }

  Cell cell(char character) {
    const auto* const glyph = font_.rendered(character, em_);
    Cell cell(static_cast<std::size_t>(width_ * height_));
    for (unsigned row = 0; row < glyph->bitmap.rows; ++row) {
      for (unsigned column = 0; column < glyph->bitmap.width; ++column) {
        const int x = glyph->bitmap_left + static_cast<int>(column);
        const int y = baseline_ - glyph->bitmap_top + static_cast<int>(row);
        if (x < 0 || y < 0 || x >= width_ * kFine || y >= height_ * kFine) continue;
        const unsigned char ink =
            glyph->bitmap
                .buffer[static_cast<int>(row) * glyph->bitmap.pitch + static_cast<int>(column)];
        cell[static_cast<std::size_t>(y / kFine * width_ + x / kFine)] +=
            ink / double{kFine * kFine};
      }
    }
    return softened(cell, width_, height_);
  }

 private:
  Font font_;
  int width_;
  int height_;
  double em_ = 0;
  int baseline_ = 0;
};

std::string printable_ascii() {
  std::string characters;
  for (char c = ' '; c <= '~'; ++c) characters += c;
  return characters;
}

void write_table(char** argv, const std::string& characters) {
  const int width = std::atoi(argv[2]);
  const int height = std::atoi(argv[3]);
  if (width <= 0 || height <= 0) throw std::runtime_error("a cell has a width and a height");
  const std::string type = "const unsigned char " + std::string(argv[5]) + "[" +
                           std::to_string(characters.size()) + "][" +
                           std::to_string(width * height) + "]";
  std::printf("namespace %s {\nextern %s;\n%s = {\n", argv[4], type.c_str(), type.c_str());
  Renderer renderer(argv[1], width, height);
  for (const char character : characters) {
    std::printf("{");
    for (const double ink : renderer.cell(character)) std::printf("%ld,", std::lround(ink));
    std::printf("},\n");
  }
  std::printf("};\n}\n");
}

}  // namespace

int main(int argc, char** argv) {
  const bool ascii = argc == 7 && std::string_view(argv[6]) == "ascii";
  if (argc != 6 && !ascii) {
    std::fputs("usage: render_ocr_b FONT WIDTH HEIGHT NAMESPACE NAME [ascii]\n", stderr);
    return 2;
  }
  try {
    write_table(argv, ascii ? printable_ascii() : std::string(kOfZones));
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "render_ocr_b: %s\n", failure.what());
    return 1;
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}
