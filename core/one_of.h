#pragma once
#include <concepts>
#include <type_traits>
#include <utility>
#include <variant>

namespace countersign {

template <class T, class Variant>
inline constexpr bool is_alternative_of = false;
template <class T, class... Alternatives>
inline constexpr bool is_alternative_of<T, std::variant<Alternatives...>> =
    (std::is_same_v<T, Alternatives> || ...);

template <class Variant>
inline constexpr bool is_comparable = false;
template <class... Alternatives>
inline constexpr bool is_comparable<std::variant<Alternatives...>> =
    (std::equality_comparable<Alternatives> && ...);

// One record of a list, such as an event of a stream: a std::variant whose copies, moves,
// comparison and destruction are compiled in one source and not in every one that keeps such a
// record. `List` is a struct with the member `Variant`. Beside the list stands
// `extern template class OneOf<List>`, and in one source `template class OneOf<List>`.
template <class List>
class OneOf : public List::Variant {
 public:
  using Variant = typename List::Variant;

  OneOf();
  OneOf(const OneOf& other);
  OneOf(OneOf&& other) noexcept;
  OneOf& operator=(const OneOf& other);
  OneOf& operator=(OneOf&& other) noexcept;
  ~OneOf();

  template <class T>
  requires is_alternative_of<T, typename List::Variant> OneOf(T record)
      : Variant(std::in_place_type<T>, std::move(record)) {}

  bool operator==(const OneOf& other) const requires is_comparable<typename List::Variant>;
};

template <class T, class List>
inline constexpr bool is_alternative_of<T, OneOf<List>> =
    is_alternative_of<T, typename List::Variant>;

template <class List>
OneOf<List>::OneOf() = default;
template <class List>
OneOf<List>::OneOf(const OneOf& other) = default;
template <class List>
OneOf<List>::OneOf(OneOf&& other) noexcept = default;
template <class List>
OneOf<List>& OneOf<List>::operator=(const OneOf& other) = default;
template <class List>
OneOf<List>& OneOf<List>::operator=(OneOf&& other) noexcept = default;
template <class List>
OneOf<List>::~OneOf() = default;
template <class List>
bool OneOf<List>::operator==(const OneOf& other) const requires
    is_comparable<typename List::Variant> {
  // clang 14 instantiates this also where the constraint is not met.
  if constexpr (is_comparable<Variant>) {
    return static_cast<const Variant&>(*this) == static_cast<const Variant&>(other);
  }
  return false;
}

}  // namespace countersign
