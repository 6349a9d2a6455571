#include "core/inspection/printed/data_judgement.h"

namespace countersign {

std::optional<Judgement> judge_data(const DataFindings& findings,
                                    const StatedData& stated,
                                    const DocumentThresholds& thresholds) {
  const std::size_t others = findings.count(FieldVerdict::Differs);
  if (others == 0 && !findings.all_agree(stated)) return std::nullopt;
  return refuse_above(
      wording(Check::DocumentData), static_cast<double>(others), thresholds.data_differences);
}

}  // namespace countersign
