#include "http/answers/session_labels.h"

#include "core/text/json_writer.h"

namespace countersign::http {

LabelsJson labels_object(const std::optional<SessionLabels>& labels) {
  JsonWriter json;
  json.begin_object();
  if (labels) {
    for (const SessionLabel& label : labels->value()) json.member(label.key, label.value);
  }
  return {json.end_object().take()};
}
LabelsJson labels_json(const Session& session) { return labels_object(session.labels); }

std::string labels_schema() {
  return R"({"type":"object","maxProperties":10,)"
         R"("additionalProperties":{"type":"string","minLength":1,"maxLength":128},)"
         R"("description":"The backend's own marks: keys of 1 to 40 characters of a-z, 0-9, _ )"
         R"(and -, values as a userRef may be."})";
}

}  // namespace countersign::http
