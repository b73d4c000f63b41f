#include "app/render/page_renderer.h"

#include <algorithm>
#include <cstddef>

#include "app/render/tessellate.h"

namespace qkv {
namespace {

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

}  // namespace

PageRenderer::Shader PageRenderer::make_shader(std::string_view fragment_asset) {
  Shader shader;
  shader.program = gl::make_program("shaders/page.vert", fragment_asset);
  shader.page_size = glGetUniformLocation(shader.program.id(), "page_size");
  shader.up = glGetUniformLocation(shader.program.id(), "up");
  return shader;
}

void PageRenderer::use(const Shader& shader, const PlacedPage& page, Rows rows) const {
  glUseProgram(shader.program.id());
  glUniform2f(shader.page_size, static_cast<float>(page.width), static_cast<float>(page.height));
  glUniform1f(shader.up, rows == Rows::up ? 1.0f : -1.0f);
}

PageRenderer::PageRenderer()
    : textured_(make_shader("shaders/page.frag")),
      solid_(make_shader("shaders/solid.frag")),
      vertex_array_(gl::make_vertex_array()),
      vertices_(gl::make_buffer()),
      indices_(gl::make_buffer()) {
  glBindVertexArray(vertex_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
  for (GLuint i = 0; i < 3; ++i) glEnableVertexAttribArray(i);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), offset(offsetof(Vertex, x)));
  glVertexAttribPointer(1, 2, GL_UNSIGNED_SHORT, GL_FALSE, sizeof(Vertex),
                        offset(offsetof(Vertex, u)));
  glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(Vertex),
                        offset(offsetof(Vertex, color)));
  glUseProgram(textured_.program.id());
  glUniform1i(glGetUniformLocation(textured_.program.id(), "picture"), 0);
}

void PageRenderer::upload_atlas() {
  const GlyphAtlas::Rows changed = atlas_.take_changed();
  if (atlas_rows_ != atlas_.rows()) {
    if (atlas_rows_ == 0) {
      atlas_texture_ = gl::make_texture();
      // One channel of coverage reads as white with that alpha, so that one shader serves all.
      const GLint swizzle[] = {GL_ONE, GL_ONE, GL_ONE, GL_RED};
      glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle);
    }
    glBindTexture(GL_TEXTURE_2D, atlas_texture_.id());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    atlas_rows_ = atlas_.rows();
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, GlyphAtlas::kWidth, atlas_rows_, 0, GL_RED,
                 GL_UNSIGNED_BYTE, atlas_.texels().data());
  } else if (changed.end > changed.begin) {
    glBindTexture(GL_TEXTURE_2D, atlas_texture_.id());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    const auto first = static_cast<std::size_t>(changed.begin) * GlyphAtlas::kWidth;
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, changed.begin, GlyphAtlas::kWidth,
                    changed.end - changed.begin, GL_RED, GL_UNSIGNED_BYTE,
                    atlas_.texels().data() + first);
  }
}

void PageRenderer::upload_heatmap(std::size_t slot, const Heatmap& map) {
  if (slot >= heatmaps_.size()) heatmaps_.resize(slot + 1);
  HeatmapTexture& held = heatmaps_[slot];
  if (held.cells == map.cells && held.rows == map.rows && held.columns == map.columns) return;
  if (held.texture.id() == 0) held.texture = gl::make_texture();
  glBindTexture(GL_TEXTURE_2D, held.texture.id());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  if (held.rows == map.rows && held.columns == map.columns) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, map.columns, map.rows, GL_RGBA, GL_UNSIGNED_BYTE,
                    map.cells->data());
  } else {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, map.columns, map.rows, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 map.cells->data());
  }
  held.rows = map.rows;
  held.columns = map.columns;
  held.cells = map.cells;
}

void PageRenderer::draw(const PlacedPage& page, Rows rows) {
  draw(page, {{0, 0, page.width, page.height}}, rows);
}

void PageRenderer::draw(const PlacedPage& page, const std::vector<PixelRect>& parts, Rows rows) {
  // A full atlas empties itself on the way: then the triangles made so far point nowhere.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const int generation = atlas_.generation();
    mesh_.clear();
    for (const PixelRect& part : parts) tessellate(page, part, atlas_, mesh_);
    if (atlas_.generation() == generation) break;
  }
  upload_atlas();
  for (std::size_t i = 0; i < mesh_.heatmaps.size(); ++i) upload_heatmap(i, *mesh_.heatmaps[i]);

  glBindVertexArray(vertex_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
  const auto bytes = [](std::size_t count, std::size_t each) {
    return static_cast<GLsizeiptr>(count * each);
  };
  glBufferData(GL_ARRAY_BUFFER, bytes(mesh_.vertices.size(), sizeof(Vertex)), mesh_.vertices.data(),
               GL_STREAM_DRAW);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, bytes(mesh_.indices.size(), sizeof(std::uint32_t)),
               mesh_.indices.data(), GL_STREAM_DRAW);
  draw_mesh(page, rows);
}

void PageRenderer::draw_mesh(const PlacedPage& page, Rows rows) {
  glViewport(0, 0, page.width, page.height);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_SCISSOR_TEST);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glBindVertexArray(vertex_array_.id());
  glActiveTexture(GL_TEXTURE0);
  const Shader* current = nullptr;
  for (const Batch& batch : mesh_.batches) {
    const PixelRect& clip = batch.clip;
    if (batch.count == 0 || clip.w == 0 || clip.h == 0) continue;
    const Shader& shader = batch.paint == Paint::textured ? textured_ : solid_;
    if (&shader != current) use(shader, page, rows);
    current = &shader;
    if (batch.paint == Paint::opaque) {
      glDisable(GL_BLEND);
    } else {
      glEnable(GL_BLEND);
    }
    if (batch.paint == Paint::textured) {
      const auto heatmap = static_cast<std::size_t>(std::max(0, batch.heatmap));
      glBindTexture(GL_TEXTURE_2D,
                    batch.heatmap < 0 ? atlas_texture_.id() : heatmaps_[heatmap].texture.id());
    }
    const int y = rows == Rows::up ? page.height - clip.y - clip.h : clip.y;
    glScissor(clip.x, y, clip.w, clip.h);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(batch.count), GL_UNSIGNED_INT,
                   offset(batch.first * sizeof(std::uint32_t)));
  }
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace qkv
