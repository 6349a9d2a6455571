#include "core/inspection/barcode/pdf417/correction.h"

#include <algorithm>
#include <utility>

#include "core/inspection/barcode/pdf417/codewords.h"

namespace countersign::pdf417 {
namespace {

using Value = std::uint32_t;
using Polynomial = std::vector<Value>;  // the coefficient of x^i is number i

constexpr Value kField = 929;  // a prime: the number of values of a codeword
constexpr Value kRoot = 3;     // every other value but 0 is a power of it

Value sum(Value a, Value b) { return (a + b) % kField; }
Value difference(Value a, Value b) { return (a + kField - b) % kField; }
Value product(Value a, Value b) { return a * b % kField; }

Value power(Value base, std::size_t exponent) {
  Value result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 != 0) result = product(result, base);
    base = product(base, base);
  }
  return result;
}

Value inverse(Value value) { return power(value, kField - 2); }

Value value_at(const Polynomial& polynomial, Value x) {
  Value result = 0;
  for (auto each = polynomial.rbegin(); each != polynomial.rend(); ++each) {
    result = sum(product(result, x), *each);
  }
  return result;
}

// a + factor * x^shift * b
Polynomial combined(const Polynomial& a, const Polynomial& b, Value factor, std::size_t shift) {
  Polynomial result = a;
  result.resize(std::max(a.size(), b.size() + shift));
  for (std::size_t i = 0; i < b.size(); ++i) {
    result[i + shift] = sum(result[i + shift], product(factor, b[i]));
  }
  return result;
}

std::size_t degree_of(const Polynomial& polynomial) {
  std::size_t degree = polynomial.size();
  while (degree > 1 && polynomial[degree - 1] == 0) --degree;
  return degree - 1;
}

// The values of the word, as a polynomial, at the roots of the generator: all 0 in a word of the
// code. The first value of the word is the coefficient of the highest power.
Polynomial syndromes_of(const std::vector<std::uint16_t>& word, std::size_t checks) {
  Polynomial syndromes(checks);
  Value root = 1;
  for (Value& syndrome : syndromes) {
    root = product(root, kRoot);
    for (const std::uint16_t value : word) syndrome = sum(product(syndrome, root), value);
  }
  return syndromes;
}

// The polynomial whose roots are the inverses of the powers of 3 that stand for the missing places.
Polynomial locator_of(const std::vector<std::size_t>& missing) {
  Polynomial locator = {1};
  for (const std::size_t exponent : missing) {
    locator = combined(locator, locator, difference(0, power(kRoot, exponent)), 1);
  }
  return locator;
}

// The same of all places that are missing or wrong, by Berlekamp and Massey: the shortest recursion
// that gives the syndromes, beginning with that of the missing places.
Polynomial locator_of_all(const Polynomial& syndromes, const std::vector<std::size_t>& missing) {
  Polynomial locator = locator_of(missing);
  Polynomial before = locator;
  std::size_t length = missing.size();
  Value last = 1;
  std::size_t shift = 1;
  for (std::size_t n = missing.size(); n < syndromes.size(); ++n) {
    Value off = 0;
    for (std::size_t i = 0; i < locator.size() && i <= n; ++i) {
      off = sum(off, product(locator[i], syndromes[n - i]));
    }
    if (off == 0) {
      ++shift;
      continue;
    }
    Polynomial next = combined(locator, before, difference(0, product(off, inverse(last))), shift);
    if (2 * length <= n + missing.size()) {
      length = n + 1 + missing.size() - length;
      before = std::move(locator);
      last = off;
      shift = 1;
    } else {
      ++shift;
    }
    locator = std::move(next);
  }
  return locator;
}

// The first terms of the product of the syndromes and the locator (Forney).
Polynomial evaluator_of(const Polynomial& syndromes, const Polynomial& locator) {
  Polynomial result(syndromes.size());
  for (std::size_t i = 0; i < locator.size(); ++i) {
    for (std::size_t j = 0; i + j < result.size(); ++j) {
      result[i + j] = sum(result[i + j], product(locator[i], syndromes[j]));
    }
  }
  return result;
}

Polynomial derivative_of(const Polynomial& polynomial) {
  Polynomial result;
  for (std::size_t i = 1; i < polynomial.size(); ++i) {
    result.push_back(product(polynomial[i], static_cast<Value>(i)));
  }
  return result;
}

// Corrects the values at the roots of the locator, and returns how many roots are in the word.
std::size_t correct_at_roots(const Polynomial& syndromes,
                             const Polynomial& locator,
                             std::vector<std::uint16_t>& word) {
  const Polynomial evaluator = evaluator_of(syndromes, locator);
  const Polynomial derivative = derivative_of(locator);
  std::size_t roots = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const Value x = inverse(power(kRoot, word.size() - 1 - i));
    if (value_at(locator, x) != 0) continue;
    ++roots;
    const Value slope = value_at(derivative, x);
    if (slope == 0) continue;
    // The error is -evaluator / derivative, as the roots of the generator begin with 3^1.
    const Value error = product(value_at(evaluator, x), inverse(slope));
    word[i] = static_cast<std::uint16_t>(sum(word[i], error));
  }
  return roots;
}

}  // namespace

std::optional<std::size_t> correct(std::vector<std::uint16_t>& word,
                                   std::size_t checks,
                                   std::size_t most) {
  std::vector<std::size_t> missing;  // as powers of x
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != kNotRead) continue;
    word[i] = 0;
    missing.push_back(word.size() - 1 - i);
  }
  if (missing.size() > most) return std::nullopt;
  const Polynomial syndromes = syndromes_of(word, checks);
  const Polynomial locator = locator_of_all(syndromes, missing);
  const std::size_t places = degree_of(locator);
  if (places < missing.size() || 2 * places - missing.size() > most) return std::nullopt;
  if (correct_at_roots(syndromes, locator, word) != places) return std::nullopt;
  const Polynomial left = syndromes_of(word, checks);
  if (std::ranges::any_of(left, [](Value each) { return each != 0; })) return std::nullopt;
  return places;
}

}  // namespace countersign::pdf417
