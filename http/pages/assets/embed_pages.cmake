# Makes the files that the server serves to browsers, and the sources by which they are part of it.
# Run with `cmake -P`; the same sources and tools give the same bytes.
#
#   esbuild, brotli, gzip   the programs
#   guide_wasm              the guide as WebAssembly, or empty: the pages then have none
#   embedded                the folder to write to; its page_assets.d lists what was read
cmake_minimum_required(VERSION 3.25)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH pages)
set(read "${CMAKE_CURRENT_LIST_FILE}")
set(rows)
set(declarations)
set(sections)
set(count 0)
file(MAKE_DIRECTORY "${embedded}")

# run(COMMAND...): ends the build if the command fails or has something to say.
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${pages}"
    RESULT_VARIABLE status ERROR_VARIABLE said OUTPUT_VARIABLE said)
  if(NOT status EQUAL 0 OR NOT said STREQUAL "")
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${said}")
  endif()
endfunction()

# compress(OUT FILE COMMAND...): OUT, what the command makes of the file; empty if it is no smaller.
function(compress out file)
  execute_process(COMMAND ${ARGN} INPUT_FILE "${embedded}/${file}" OUTPUT_FILE "${embedded}/${out}"
    COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE "${embedded}/${file}" plain_size)
  file(SIZE "${embedded}/${out}" size)
  if(NOT size LESS plain_size)
    file(WRITE "${embedded}/${out}" "")
  endif()
endfunction()

# coded_bytes(VARIABLE FILE): the initializer of a CodedBytes, of bytes that the assembler includes.
function(coded_bytes variable file)
  file(SIZE "${embedded}/${file}" size)
  if(size EQUAL 0)
    set(${variable} "{}" PARENT_SCOPE)
    return()
  endif()
  file(SHA256 "${embedded}/${file}" hash)
  set(symbol "countersign_asset_${count}")
  math(EXPR count "${count} + 1")
  string(APPEND declarations "extern const char ${symbol}[];\n")
  string(APPEND sections ".globl ${symbol}\n.hidden ${symbol}\n${symbol}:\n.incbin \"${file}\"\n")
  set(${variable} "{{${symbol}, ${size}}, \"\\\"${hash}\\\"\"}" PARENT_SCOPE)
  foreach(changed count declarations sections)
    set(${changed} "${${changed}}" PARENT_SCOPE)
  endforeach()
endfunction()

# embed(TABLE NAME FILE TYPE): adds a row for a file of the folder, in each coding that is smaller.
macro(embed table name file type)
  compress(${file}.br ${file} "${brotli}" -q 11 -c)
  compress(${file}.gz ${file} "${gzip}" -9nc)
  coded_bytes(identity ${file})
  coded_bytes(in_gzip ${file}.gz)
  coded_bytes(in_brotli ${file}.br)
  string(APPEND ${table}
    "    {\"${name}\",\n     \"${type}\",\n     {.identity = ${identity},\n"
    "      .gzip = ${in_gzip},\n      .brotli = ${in_brotli}}},\n")
endmacro()

# add_asset(NAME TYPE): a file of the folder, served under a name that has a hash of it; that
# address replaces {{NAME}} in the pages. It goes into the table `assets_in`, below `assets_at`.
set(assets_in assets)
set(assets_at /assets)
macro(add_asset name type)
  file(SHA256 "${embedded}/${name}" hash)
  string(SUBSTRING ${hash} 0 8 hash)
  get_filename_component(stem ${name} NAME_WE)
  get_filename_component(extension ${name} EXT)
  set(address_of_${name} "${assets_at}/${stem}.${hash}${extension}")
  embed(${assets_in} "${stem}.${hash}${extension}" ${name} "${type}")
endmacro()

# The oldest browsers, as esbuild names them.
file(READ "${pages}/sdk/browsers.json" browsers)
list(APPEND read "${pages}/sdk/browsers.json")
set(targets)
foreach(i RANGE 2)
  string(JSON browser MEMBER "${browsers}" ${i})
  string(JSON version GET "${browsers}" ${browser})
  list(APPEND targets ${browser}${version})
endforeach()
list(JOIN targets "," targets)

# bundle(NAME ENTRY TYPE [OPTION]): an asset that esbuild makes of a source and of all that it
# imports. An empty tsconfig.json makes the bundle depend on nothing that esbuild does not list.
file(WRITE "${embedded}/tsconfig.json" "{}\n")
macro(bundle name entry type)
  run("${esbuild}" ${entry} --bundle --minify --format=esm --charset=utf8 --legal-comments=none
    --target=${targets} --log-level=warning --tsconfig=${embedded}/tsconfig.json ${ARGN}
    --outfile=${embedded}/${name} --metafile=${embedded}/meta.json)
  file(READ "${embedded}/meta.json" meta)
  string(JSON inputs LENGTH "${meta}" inputs)
  math(EXPR last "${inputs} - 1")
  foreach(i RANGE ${last})
    string(JSON input MEMBER "${meta}" inputs ${i})
    list(APPEND read "${pages}/${input}")
  endforeach()
  add_asset(${name} "${type}")
endmacro()

# copy(NAME SOURCE TYPE): an asset that is the source itself.
macro(copy name source type)
  file(COPY_FILE "${source}" "${embedded}/${name}")
  list(APPEND read "${source}")
  add_asset(${name} "${type}")
endmacro()

# page(NAME TEMPLATE): a page of its own address, with the addresses of the assets filled in.
macro(page name template)
  file(READ "${pages}/${template}" text)
  list(APPEND read "${pages}/${template}")
  string(REGEX MATCHALL "{{[^{}]*}}" marks "${text}")
  foreach(mark IN LISTS marks)
    string(REGEX REPLACE "[{}]" "" asset "${mark}")
    if(NOT DEFINED address_of_${asset})
      message(FATAL_ERROR "${template} names ${mark}, and there is no such asset")
    endif()
    string(REPLACE "${mark}" "${address_of_${asset}}" text "${text}")
  endforeach()
  if(text MATCHES "{{|}}")
    message(FATAL_ERROR "${template} has braces that are not around the name of an asset")
  endif()
  file(WRITE "${embedded}/${name}.html" "${text}")
  embed(pages_of_table ${name} ${name}.html "text/html; charset=utf-8")
endmacro()

set(javascript "text/javascript; charset=utf-8")
# The element has its style sheet as a text, and as a file for browsers that adopt none.
bundle(capture.js capture/capture.ts "${javascript}" --loader:.css=text)
bundle(element.css sdk/src/view/element.css "text/css; charset=utf-8")
bundle(guide-worker.js sdk/src/guide-worker.ts "${javascript}")
# In a sandbox alone.
bundle(test-mode.js sdk/src/test-mode/bar.ts "${javascript}")
bundle(capture.css capture/capture.css "text/css; charset=utf-8")
# English is in the script.
file(GLOB languages RELATIVE "${pages}/sdk/src/texts" "${pages}/sdk/src/texts/??.ts")
list(REMOVE_ITEM languages en.ts)
foreach(language IN LISTS languages)
  string(REPLACE .ts .js asset ${language})
  bundle(${asset} sdk/src/texts/${language} "${javascript}")
endforeach()
copy(icon.svg "${pages}/capture/icon.svg" "image/svg+xml")
# Browsers compile WebAssembly while it arrives only if its type has no parameter.
set(address_of_guide.wasm "")
if(guide_wasm)
  copy(guide.wasm "${guide_wasm}" "application/wasm")
endif()
page(capture capture/index.html)
bundle(root.css root/root.css "text/css; charset=utf-8")
page(root root/public.html)

set(assets_in review_assets)
set(assets_at /review/assets)
bundle(review.js review/review.ts "${javascript}")
bundle(review.css review/review.css "text/css; charset=utf-8")
copy(review-icon.svg "${pages}/capture/icon.svg" "image/svg+xml")
page(review review/index.html)
bundle(review-root.css root/root.css "text/css; charset=utf-8")
page(review-root root/console.html)

file(WRITE "${embedded}/page_assets.S" "// Written by embed_pages.cmake.
#ifdef __CET__
#include <cet.h>
#endif
.section .rodata
${sections}.section .note.GNU-stack,\"\",%progbits
")
file(WRITE "${embedded}/page_assets.cc" "// Written by embed_pages.cmake.
#include \"http/pages/assets/asset_table.h\"

extern \"C\" {
${declarations}}

namespace countersign::http {
namespace {

constexpr Asset kPages[] = {
${pages_of_table}};
constexpr Asset kAssets[] = {
${assets}};
constexpr Asset kReviewAssets[] = {
${review_assets}};

}  // namespace

std::span<const Asset> embedded_pages() { return kPages; }
std::span<const Asset> embedded_assets() { return kAssets; }
std::span<const Asset> embedded_review_assets() { return kReviewAssets; }

}  // namespace countersign::http
")

# esbuild reads in it which modules may be left out, and does not list it.
if(EXISTS "${pages}/sdk/package.json")
  list(APPEND read "${pages}/sdk/package.json")
endif()
list(REMOVE_DUPLICATES read)
list(TRANSFORM read REPLACE " " "\\\\ ")
list(JOIN read " \\\n  " read)
file(WRITE "${embedded}/page_assets.d" "${embedded}/page_assets.cc: \\\n  ${read}\n")
