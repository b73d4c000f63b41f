#include "core/files/file_fault.h"

#include "core/text/input_error.h"

namespace qkv {

void fail_file(const std::string& path, FileWork work, std::string_view cause,
               const std::string& system_words) {
  const std::string name(cause);
  const Told why = cause.empty() ? Told{system_words, {}} : told("error.why." + name);
  const Told hint = told("error.hint." + (cause.empty() ? std::string("other") : name));
  throw InputError(told(work == FileWork::read ? "error.cannot_read" : "error.cannot_write",
                        {{"path", path}, {"why", why}, {"hint", hint}}));
}

}  // namespace qkv
