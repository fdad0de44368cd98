# Shared by the scripts: which Debian packages each task needs, and how they are installed.
# Sourced, not run.

build_packages="g++ cmake ninja-build ccache pkg-config libfmt-dev libxxhash-dev libicu-dev libpsl-dev libuchardet-dev libcli11-dev libspdlog-dev libtomlplusplus-dev libssl-dev libsqlite3-dev libisal-dev libzip-dev libbrotli-dev libzstd-dev libre2-dev nlohmann-json3-dev libcurl4-openssl-dev libc-ares-dev libxgboost-dev libboost1.81-dev libyaml-dev tzdata libsodium-dev libxml2-dev"
test_packages="libgumbo-dev libgtest-dev clang-format-19 zstd nodejs npm chromium wget wget2 zlib1g-dev nginx-light groff-base zsh fish python3-networkx python3-aiosmtpd python3-feedparser poppler-utils"
bench_packages="libgumbo-dev libgtest-dev zstd libcurl4-openssl-dev zlib1g-dev nginx-light python3 wget wget2 python3-scrapy"
fuzz_packages="clang-19 libclang-rt-19-dev llvm-19"
lint_packages="clang-19 clang-tidy-19"
package_packages="dpkg-dev lintian"
package_test_packages="debootstrap curl"

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# A tool that is already on the PATH counts, wherever it came from.
is_installed() {
  case "$1" in
    g++ | cmake | ccache | pkg-config | zstd | npm) command -v "$1" >/dev/null ;;
    ninja-build) command -v ninja >/dev/null ;;
    nodejs) command -v node >/dev/null ;;
    *) dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed' ;;
  esac
}

need_packages() {
  local missing=() name as_root=()
  for name in "$@"; do is_installed "$name" || missing+=("$name"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing Debian packages: ${missing[*]}"
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -o DPkg::Lock::Timeout=300 -y -qq --no-install-recommends "${missing[@]}" >&2
}

# Configures the first time and after the presets changed: ninja itself notices changed CMake files,
# but not those. cmake leaves a build.ninja that stays the same untouched, hence the touch.
configure() {
  local ninja_file="build/$1/build.ninja"
  [ "$ninja_file" -nt CMakePresets.json ] && return
  cmake --preset "$1" >&2
  touch "$ninja_file"
}

# Prints the C++ files that differ from the point where this branch left `base`, uncommitted and new
# ones included.
changed_files() {
  local base
  base=$(git merge-base "$1" HEAD)
  { git diff --name-only --diff-filter=d "$base" -- '*.cc' '*.h'
    git ls-files --others --exclude-standard -- '*.cc' '*.h'; } | sort -u
}

# Prints the sources to compile so that each of the given files is seen: itself, or for a header the
# source beside it, or else one that includes it.
sources_of() {
  local file
  for file in "$@"; do
    case "$file" in
      *.cc) echo "$file" ;;
      *) if [ -e "${file%.h}.cc" ]; then echo "${file%.h}.cc"
         else grep -rlF --include='*.cc' "#include \"${file#src/}\"" src tests bench fuzz | head -n 1 || true; fi ;;
    esac
  done | sort -u
}
