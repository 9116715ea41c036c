// The text of modeling_widthlab.py, which lies beside a Hugging Face config.
#ifndef WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_MODELING_FILE_H_
#define WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_MODELING_FILE_H_

#include <string_view>

namespace widthlab::schedule {

std::string_view ModelingFile();

}  // namespace widthlab::schedule

#endif  // WIDTHLAB_SERVICES_SCHEDULE_CORE_EXPORT_MODELING_FILE_H_
