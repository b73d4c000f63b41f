#include "core/files/npz.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <unzip.h>

#include "core/files/npy.h"
#include "core/files/write_file.h"
#include "core/text/input_error.h"

namespace qkv {
namespace {

constexpr std::uint64_t kBestRatio = 1032;  // deflate's limit: a larger claim is a lie
constexpr std::size_t kLongestName = 4096;

struct Closer {
  void operator()(void* zip) const { unzClose(zip); }
};
using Zip = std::unique_ptr<void, Closer>;

struct Entry {
  std::string name;
  unz_file_info64 info{};
};

/// A name for messages, which are one line.
std::string printable(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  return name;
}

Entry current_entry(unzFile zip, const std::string& path) {
  Entry entry;
  std::string name(kLongestName, '\0');
  if (unzGetCurrentFileInfo64(zip, &entry.info, name.data(), name.size(), nullptr, 0, nullptr, 0) !=
      UNZ_OK)
    throw InputError(told("error.broken_list", {{"path", path}}));
  if (entry.info.size_filename > kLongestName)
    throw InputError(path + ": the name of an array is too long; save the file again");
  name.resize(entry.info.size_filename);
  entry.name = name;
  return entry;
}

/// Why the entry's sizes cannot be true; empty when they can.
std::string size_fault(const unz_file_info64& info, std::uint64_t file_size) {
  if ((info.flag & 1u) != 0) return "is encrypted; save it without a password";
  if (info.compression_method != 0 && info.compression_method != 8)
    return "is compressed in a way that is not read; save it with numpy.savez_compressed";
  if (info.compressed_size > file_size)
    return "claims more bytes than the file has; copy or save the file again";
  const bool possible = info.compression_method == 0
                            ? info.uncompressed_size == info.compressed_size
                            : info.uncompressed_size / kBestRatio <= info.compressed_size;
  return possible ? "" : "claims a size that its bytes cannot hold; save the file again";
}

/// Up to `most` bytes of the opened entry from where it stands; appended.
void read_some(unzFile zip, std::uint64_t most, std::string& bytes, const std::string& origin) {
  while (most > 0) {
    const auto step = static_cast<unsigned>(std::min<std::uint64_t>(most, 1u << 24));
    const std::size_t before = bytes.size();
    bytes.resize(before + step);
    const int got = unzReadCurrentFile(zip, bytes.data() + before, step);
    bytes.resize(before + static_cast<std::size_t>(std::max(got, 0)));
    if (got < 0) throw InputError(told("error.damaged", {{"path", origin}}));
    if (got == 0) return;
    most -= static_cast<unsigned>(got);
  }
}

/// Header, and the numbers too when they are wanted.
Array read_opened(unzFile zip, const unz_file_info64& info, bool wanted,
                  const std::string& origin) {
  std::string bytes;
  read_some(zip, std::min<std::uint64_t>(info.uncompressed_size, kLongestNpyHeader + 16), bytes,
            origin);
  const NpyHeader header = parse_npy_header(bytes, origin);
  std::uint64_t needed = 0;
  if (__builtin_mul_overflow(header.count, header.item_size, &needed) ||
      needed != info.uncompressed_size - header.data_begin)
    throw InputError(origin + ": shape " + shape_text(header.shape) + " of " + header.dtype +
                     " does not fit its " +
                     std::to_string(info.uncompressed_size - header.data_begin) +
                     " bytes; save the file again");
  if (!wanted) return {header.shape, header.dtype, {}, {}};
  require_memory(info.uncompressed_size, 2, origin);
  bytes.reserve(info.uncompressed_size);
  read_some(zip, info.uncompressed_size - bytes.size(), bytes, origin);
  return read_npy(bytes, origin);
}

Array read_entry(unzFile zip, const Entry& entry, std::uint64_t file_size, bool wanted,
                 const std::string& origin) {
  if (const std::string fault = size_fault(entry.info, file_size); !fault.empty())
    throw InputError(origin + ": " + fault);
  if (unzOpenCurrentFile(zip) != UNZ_OK)
    throw InputError(told("error.damaged", {{"path", origin}}));
  Array array;
  try {
    array = read_opened(zip, entry.info, wanted, origin);
  } catch (...) {
    unzCloseCurrentFile(zip);
    throw;
  }
  // The checksum is compared only after the last byte was read.
  if (unzCloseCurrentFile(zip) == UNZ_CRCERROR && wanted)
    throw InputError(told("error.checksum", {{"path", origin}}));
  return array;
}

}  // namespace

std::vector<NpzMember> scan_npz(const std::string& path,
                                const std::function<bool(std::string_view name)>& wanted) {
  // Folders, pipes and missing files are told as such. minizip takes an empty archive for none.
  constexpr std::string_view kEmpty("PK\5\6\0\0\0\0\0\0\0\0", 12);
  if (read_start(path, 12) == kEmpty) return {};
  const Zip zip(unzOpen64(path.c_str()));
  if (!zip) throw InputError(told("error.no_archive", {{"path", path}}));
  const auto file_size = std::filesystem::file_size(path);
  std::vector<NpzMember> members;
  for (int more = unzGoToFirstFile(zip.get()); more != UNZ_END_OF_LIST_OF_FILE;
       more = unzGoToNextFile(zip.get())) {
    unz_global_info64 all{};
    if (unzGetGlobalInfo64(zip.get(), &all) == UNZ_OK && all.number_entry == 0) break;
    if (more != UNZ_OK) throw InputError(told("error.broken_list", {{"path", path}}));
    const Entry entry = current_entry(zip.get(), path);
    if (!entry.name.ends_with(".npy")) continue;
    NpzMember member;
    member.name = printable(entry.name.substr(0, entry.name.size() - 4));
    for (const NpzMember& other : members)
      if (other.name == member.name)
        throw InputError(path + ": the array " + member.name +
                         " is there twice; save each name once");
    const std::string origin = path + ": " + member.name;
    try {
      member.array = read_entry(zip.get(), entry, file_size, wanted(member.name), origin);
    } catch (const InputError& error) {
      member.fault = {error.what(), error.said()};
    }
    members.push_back(std::move(member));
  }
  return members;
}

std::map<std::string, Array> read_npz(const std::string& path) {
  std::map<std::string, Array> arrays;
  for (NpzMember& member : scan_npz(path, [](std::string_view) { return true; })) {
    if (!member.fault.empty()) throw InputError(member.fault);
    arrays[member.name] = std::move(member.array);
  }
  return arrays;
}

}  // namespace qkv
