#include <cstring>

#include <zip.h>

#include "core/files/npz.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr unsigned long kFirstOfJanuary1980 = 1ul << 21 | 1ul << 16;  // the same bytes each time
constexpr std::uint64_t kZip64From = 0xFFFFFFFFull - (1 << 20);

/// A file in memory, as minizip wants to see it.
struct Memory {
  std::string bytes;
  std::size_t at = 0;
};

voidpf open_memory(voidpf memory, const void*, int) { return memory; }
uLong read_memory(voidpf, voidpf, void*, uLong) { return 0; }
uLong write_memory(voidpf, voidpf stream, const void* data, uLong size) {
  auto& memory = *static_cast<Memory*>(stream);
  if (memory.at + size > memory.bytes.size()) memory.bytes.resize(memory.at + size);
  std::memcpy(memory.bytes.data() + memory.at, data, size);
  memory.at += size;
  return size;
}
ZPOS64_T tell_memory(voidpf, voidpf stream) { return static_cast<Memory*>(stream)->at; }
long seek_memory(voidpf, voidpf stream, ZPOS64_T offset, int from) {
  auto& memory = *static_cast<Memory*>(stream);
  const std::size_t base = from == ZLIB_FILEFUNC_SEEK_CUR   ? memory.at
                           : from == ZLIB_FILEFUNC_SEEK_END ? memory.bytes.size()
                                                            : 0;
  memory.at = base + offset;
  return 0;
}
int close_memory(voidpf, voidpf) { return 0; }
int error_memory(voidpf, voidpf) { return 0; }

std::string npy_header(const Array& array) {
  std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < array.shape.size(); ++i)
    dictionary += (i > 0 ? " " : "") + std::to_string(array.shape[i]) + ",";
  if (array.shape.size() > 1) dictionary.pop_back();
  dictionary += "), }";
  constexpr std::size_t kBefore = 10, kAlign = 64;
  while ((kBefore + dictionary.size() + 1) % kAlign != 0) dictionary += ' ';
  dictionary += '\n';
  std::string header = "\x93NUMPY\x01";
  header += '\0';
  header += static_cast<char>(dictionary.size() & 255);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

bool put(zipFile zip, const char* data, std::size_t size) {
  while (size > 0) {
    const auto step = static_cast<unsigned>(std::min<std::size_t>(size, 1u << 30));
    if (zipWriteInFileInZip(zip, data, step) != ZIP_OK) return false;
    data += step;
    size -= step;
  }
  return true;
}

bool put_array(zipFile zip, const std::string& name, const Array& array) {
  zip_fileinfo info{};
  info.dosDate = kFirstOfJanuary1980;
  const std::size_t bytes = array.numbers.size() * sizeof(float);
  const std::string header = npy_header(array);
  if (zipOpenNewFileInZip64(zip, (name + ".npy").c_str(), &info, nullptr, 0, nullptr, 0, nullptr, 0,
                            0, bytes > kZip64From ? 1 : 0) != ZIP_OK)
    return false;
  return put(zip, header.data(), header.size()) &&
         put(zip, reinterpret_cast<const char*>(array.numbers.data()), bytes) &&
         zipCloseFileInZip(zip) == ZIP_OK;
}

}  // namespace

std::string npz_bytes(const std::map<std::string, Array>& arrays) {
  Memory memory;
  zlib_filefunc64_def calls{open_memory, read_memory,  write_memory, tell_memory,
                            seek_memory, close_memory, error_memory, &memory};
  const zipFile zip = zipOpen2_64("npz", APPEND_STATUS_CREATE, nullptr, &calls);
  bool good = zip != nullptr;
  for (const auto& [name, array] : arrays) good = good && put_array(zip, name, array);
  if (zip != nullptr) good = zipClose(zip, nullptr) == ZIP_OK && good;
  if (!good) throw InputError("the archive of arrays could not be made; try a smaller file");
  return std::move(memory.bytes);
}

void write_npz(const std::string& path, const std::map<std::string, Array>& arrays) {
  write_file(path, npz_bytes(arrays));
}

}  // namespace qkv
