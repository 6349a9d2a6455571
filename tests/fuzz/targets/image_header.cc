// The header of a client's logo, as an operator sends it; the size that a stranger's picture
// declares.
#include "core/inspection/decode/image_header.h"

#include <algorithm>

#include "core/check.h"
#include "core/inspection/decode/declared_picture.h"
#include "core/inspection/decode/image_format.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::image_header_target {

// The same whether the file comes at once or in two pieces.
std::optional<DeclaredPicture> declared_picture(std::string_view input) {
  DeclaredPictureReader at_once;
  const auto declared = at_once.add(input);
  DeclaredPictureReader in_pieces;
  const std::size_t cut =
      input.empty() ? 0 : static_cast<std::uint8_t>(input.back()) % input.size();
  (void)in_pieces.add(input.substr(0, cut));
  const auto& again = in_pieces.add(input.substr(cut));
  check(again.has_value() == declared.has_value() &&
            (!again || (again->pixels == declared->pixels && again->way == declared->way)),
        "a picture declares the same size however it arrives");
  return declared;
}

void run(std::string_view input) {
  const auto declared = declared_picture(input);
  check(!declared || sniff_format(input).has_value(),
        "a picture that declares a size has a format");
  const auto header = read_image_header(input);
  if (!header) return;
  check(!declared || (declared->pixels == std::uint64_t{header->width} * header->height &&
                      declared->longer_side == std::max(header->width, header->height)),
        "a picture with a header declares the size of the header");
  check(header->width > 0 && header->height > 0, "a picture with a header has pixels");
  check(sniff_format(input) == header->format, "the format is that of the first bytes");
  check(!read_image_header(input.substr(0, input.size() - 1)),
        "a picture that lacks its last byte has no header");
}

const Target kTarget("image_header", run);

}  // namespace countersign::fuzz::image_header_target
