#include "core/inspection/printed/month_name.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace countersign {
namespace {

struct MonthName {
  std::string_view name;
  unsigned month;
};

// The names and their numbers, 1 to 12, in the languages of month_name.h.
constexpr auto kNames = std::to_array<MonthName>({
    {"JANUARY", 1},   {"JANVIER", 1},    {"JANUAR", 1},     {"JAENNER", 1},      {"ENERO", 1},
    {"GENNAIO", 1},   {"JANEIRO", 1},    {"STYCZEN", 1},    {"FEBRUARY", 2},     {"FEVRIER", 2},
    {"FEBRUAR", 2},   {"FEBRERO", 2},    {"FEBBRAIO", 2},   {"FEVEREIRO", 2},    {"LUTY", 2},
    {"MARCH", 3},     {"MARS", 3},       {"MARZ", 3},       {"MAERZ", 3},        {"MRZ", 3},
    {"MARZO", 3},     {"MARCO", 3},      {"MAART", 3},      {"MRT", 3},          {"MARZEC", 3},
    {"APRIL", 4},     {"AVRIL", 4},      {"ABRIL", 4},      {"APRILE", 4},       {"KWIECIEN", 4},
    {"MAY", 5},       {"MAI", 5},        {"MAYO", 5},       {"MAGGIO", 5},       {"MAIO", 5},
    {"MEI", 5},       {"MAJ", 5},        {"JUNE", 6},       {"JUIN", 6},         {"JUNI", 6},
    {"JUNIO", 6},     {"GIUGNO", 6},     {"JUNHO", 6},      {"CZERWIEC", 6},     {"JULY", 7},
    {"JUILLET", 7},   {"JULI", 7},       {"JULIO", 7},      {"LUGLIO", 7},       {"JULHO", 7},
    {"LIPIEC", 7},    {"AUGUST", 8},     {"AOUT", 8},       {"AGOSTO", 8},       {"AUGUSTUS", 8},
    {"SIERPIEN", 8},  {"SEPTEMBER", 9},  {"SEPTEMBRE", 9},  {"SEPTIEMBRE", 9},   {"SETTEMBRE", 9},
    {"SETEMBRO", 9},  {"WRZESIEN", 9},   {"OCTOBER", 10},   {"OCTOBRE", 10},     {"OKTOBER", 10},
    {"OCTUBRE", 10},  {"OTTOBRE", 10},   {"OUTUBRO", 10},   {"PAZDZIERNIK", 10}, {"NOVEMBER", 11},
    {"NOVEMBRE", 11}, {"NOVIEMBRE", 11}, {"NOVEMBRO", 11},  {"LISTOPAD", 11},    {"DECEMBER", 12},
    {"DECEMBRE", 12}, {"DEZEMBER", 12},  {"DICIEMBRE", 12}, {"DICEMBRE", 12},    {"DEZEMBRO", 12},
    {"GRUDZIEN", 12},
});
constexpr std::size_t kShortest = 3;  // letters: the shortest abbreviation on travel documents

}  // namespace

std::optional<unsigned> month_of_name(std::string_view word) {
  if (word.size() < kShortest) return std::nullopt;
  std::optional<unsigned> month;
  for (const MonthName& each : kNames) {
    if (!each.name.starts_with(word)) continue;
    if (month && *month != each.month) return std::nullopt;
    month = each.month;
  }
  return month;
}

}  // namespace countersign
