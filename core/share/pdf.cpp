#include "core/share/pdf.h"

#include <cmath>

#include "core/share/pdf_page.h"
#include "core/share/pdf_text.h"

namespace qkv {
namespace {

constexpr int kPercents = 101;  // names of alphas: 0 … 100 to fill, 101 … 201 to stroke

std::string reference(int object) { return std::to_string(object) + " 0 R"; }

// Which character each glyph stands for, so that text can be searched and copied.
std::string unicode_map(const UsedGlyphs& used) {
  std::string map =
      "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
      "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
      "1 begincodespacerange <0000> <FFFF> endcodespacerange\n";
  constexpr std::size_t kMost = 100;  // entries of one block
  std::size_t left = used.size(), in_block = 0;
  for (const auto& [glyph, code] : used) {
    if (in_block == 0) {
      in_block = std::min(kMost, left);
      map += std::to_string(in_block) + " beginbfchar\n";
    }
    map += "<" + pdf_hex(static_cast<unsigned>(glyph), 4) + "> <" + utf16_hex(code) + ">\n";
    --left;
    if (--in_block == 0) map += "endbfchar\n";
  }
  return map + "endcmap CMapName currentdict /CMap defineresource pop end end\n";
}

}  // namespace

PdfWriter::PdfWriter(std::string title) : title_(std::move(title)) {
  // Bytes above 127 in the second line tell mail programs that this is no text.
  bytes_ = "%PDF-1.6\n%\xE2\xE3\xCF\xD3\n";
  tree_ = reserve();
  resources_ = reserve();
}

int PdfWriter::reserve() {
  places_.push_back(0);
  return static_cast<int>(places_.size());
}

void PdfWriter::put(int object, const std::string& body) {
  places_[static_cast<std::size_t>(object - 1)] = bytes_.size();
  bytes_ += std::to_string(object) + " 0 obj\n" + body + "\nendobj\n";
}

void PdfWriter::put_stream(int object, std::string dictionary, const std::string& bytes) {
  const std::string packed = deflated(bytes);
  put(object, "<< " + std::move(dictionary) + " /Filter /FlateDecode /Length " +
                  std::to_string(packed.size()) + " >>\nstream\n" + packed + "\nendstream");
}

PdfWriter::Font& PdfWriter::font(std::string_view face) {
  const auto found = fonts_.find(face);
  if (found != fonts_.end()) return found->second;
  const int number = static_cast<int>(fonts_.size()) + 1;
  return fonts_.emplace(std::string(face), Font{PdfFace(face), number, {}, {}}).first->second;
}

int PdfWriter::alpha(int percent, bool stroke) { return percent + (stroke ? kPercents : 0); }

void PdfWriter::add(const Page& page, float points, const std::string& name) {
  const int content = reserve(), object = reserve();
  put_stream(content, "", PdfPage(*this, page, points).take());
  put(object, "<< /Type /Page /Parent " + reference(tree_) + " /Resources " +
                  reference(resources_) + " /MediaBox [0 0 " + pdf_number(page.size.x * points) +
                  " " + pdf_number(page.size.y * points) + "] /Contents " + reference(content) +
                  " >>");
  pages_.push_back(object);
  bookmarks_.push_back({object, name});
}

void PdfWriter::write_font(Font& font, int object) {
  const int program = reserve(), descriptor = reserve(), descendant = reserve(), map = reserve();
  const PdfFace& face = font.face;
  const std::string bytes = face.program(font.used);
  put_stream(program,
             face.is_cff() ? std::string("/Subtype /CIDFontType0C")
                           : "/Length1 " + std::to_string(bytes.size()),
             bytes);
  const PdfFace::Measures m = face.measures();
  std::string box;
  for (const int edge : m.box) box += (box.empty() ? "" : " ") + std::to_string(edge);
  std::string name = "QKVAA";
  name += static_cast<char>('A' + font.number);
  name += "+Face" + std::to_string(font.number);
  put(descriptor, "<< /Type /FontDescriptor /FontName /" + name + " /Flags 4 /FontBBox [" + box +
                      "] /ItalicAngle 0 /Ascent " + std::to_string(m.ascent) + " /Descent " +
                      std::to_string(m.descent) + " /CapHeight " + std::to_string(m.cap) +
                      " /StemV 80 " + (face.is_cff() ? "/FontFile3 " : "/FontFile2 ") +
                      reference(program) + " >>");
  std::string widths;
  for (const auto& [glyph, code] : font.used)
    widths += std::to_string(glyph) + " [" + pdf_number(face.advance(glyph)) + "] ";
  put(descendant, std::string("<< /Type /Font /Subtype ") +
                      (face.is_cff() ? "/CIDFontType0" : "/CIDFontType2 /CIDToGIDMap /Identity") +
                      " /BaseFont /" + name +
                      " /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
                      "/FontDescriptor " +
                      reference(descriptor) + " /DW 1000 /W [" + widths + "] >>");
  put_stream(map, "", unicode_map(font.used));
  put(object, "<< /Type /Font /Subtype /Type0 /BaseFont /" + name +
                  " /Encoding /Identity-H /DescendantFonts [" + reference(descendant) +
                  "] /ToUnicode " + reference(map) + " >>");
}

int PdfWriter::write_bookmarks() {
  const int root = reserve();
  std::vector<int> objects;
  for (std::size_t i = 0; i < bookmarks_.size(); ++i) objects.push_back(reserve());
  for (std::size_t i = 0; i < objects.size(); ++i)
    put(objects[i], "<< /Title " + pdf_string(bookmarks_[i].name) + " /Parent " + reference(root) +
                        (i > 0 ? " /Prev " + reference(objects[i - 1]) : "") +
                        (i + 1 < objects.size() ? " /Next " + reference(objects[i + 1]) : "") +
                        " /Dest [" + reference(bookmarks_[i].page) + " /Fit] >>");
  put(root, "<< /Type /Outlines /First " + reference(objects.front()) + " /Last " +
                reference(objects.back()) + " /Count " + std::to_string(objects.size()) + " >>");
  return root;
}

std::string PdfWriter::font_objects() {
  std::string list;
  for (auto& [name, font] : fonts_) {
    const int object = reserve();
    write_font(font, object);
    list += "/F" + std::to_string(font.number) + " " + reference(object) + " ";
  }
  return list;
}

std::string PdfWriter::finish() {
  const std::string fonts = font_objects();
  std::string alphas, images, kids;
  for (int i = 0; i < kPercents; ++i) {
    const std::string value = pdf_number(static_cast<float>(i) / 100);
    alphas += "/A" + std::to_string(i) + " << /ca " + value + " >> /A" +
              std::to_string(i + kPercents) + " << /CA " + value + " >> ";
  }
  for (const std::string& image : images_) images += image + " ";
  for (const int page : pages_) kids += reference(page) + " ";
  put(resources_,
      "<< /Font << " + fonts + ">> /ExtGState << " + alphas + ">> /XObject << " + images + ">> >>");
  put(tree_,
      "<< /Type /Pages /Kids [" + kids + "] /Count " + std::to_string(pages_.size()) + " >>");
  const int bookmarks = pages_.size() > 1 ? write_bookmarks() : 0;
  const int catalog = reserve(), info = reserve();
  put(catalog,
      "<< /Type /Catalog /Pages " + reference(tree_) +
          " /Lang (en) /ViewerPreferences << /DisplayDocTitle true >>" +
          (bookmarks != 0 ? " /Outlines " + reference(bookmarks) + " /PageMode /UseOutlines" : "") +
          " >>");
  put(info, "<< /Title " + pdf_string(title_) + " /Creator (QKV) /Producer (QKV) >>");
  const std::size_t table = bytes_.size();
  bytes_ += "xref\n0 " + std::to_string(places_.size() + 1) + "\n0000000000 65535 f \n";
  for (const std::size_t place : places_) {
    const std::string digits = std::to_string(place);
    bytes_ += std::string(10 - digits.size(), '0') + digits + " 00000 n \n";
  }
  bytes_ += "trailer\n<< /Size " + std::to_string(places_.size() + 1) + " /Root " +
            reference(catalog) + " /Info " + reference(info) + " >>\nstartxref\n" +
            std::to_string(table) + "\n%%EOF\n";
  return std::move(bytes_);
}

}  // namespace qkv
