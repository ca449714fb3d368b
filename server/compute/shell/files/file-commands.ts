import { MAX_LISTED } from '../../../../src/contract/shell/shell-files.ts'
import { ApiError } from '../../../http/api-error.ts'

/** Exit codes of the commands below, with what they mean to the user. */
const reasons: Record<number, string> = {
  41: 'There is nothing at this path.',
  42: 'This is not a folder.',
  43: 'The user of the container may not do this.',
  44: 'This is not a regular file, so it has no content to transfer.',
  45: 'There is a folder with this name.',
  46: 'There is a file with this name.',
  47: 'The file could not be written: the file system of the container may be read-only.',
  48: 'There is not enough space for this file on the disk of the container.',
}
const FILE_EXISTS = 46

/**
 * Paths are arguments, never part of a script. All runs as the container's user, with the rights and the view of files
 * of its shell: what that user cannot read or write, the file browser cannot either.
 */
const script = (text: string, ...args: string[]): string[] => ['/bin/sh', '-c', text, 'sh', ...args]

/** The names are printed with a letter for their kind; sizes and times follow for groups of them, where `stat` exists. */
export const listCommand = (path: string): string[] =>
  script(
    `[ -e "$1" ] || [ -L "$1" ] || exit 41
[ -d "$1" ] || exit 42
cd "$1" 2>/dev/null || exit 43
[ -r . ] || exit 43
printf '%s\\0' "$(pwd -P)"
sizes() { printf 'S%s\\0' "$(stat -c '%s %Y' -- "$@" 2>/dev/null)"; }
count=0
set --
for f in .* *; do
  case "$f" in .|..) continue;; esac
  if [ -L "$f" ]; then if [ -d "$f" ]; then kind=D; else kind=l; fi
  elif [ -d "$f" ]; then kind=d
  elif [ -f "$f" ]; then kind=f
  elif [ -e "$f" ]; then kind=o
  else continue; fi
  count=$((count + 1))
  if [ "$count" -gt ${MAX_LISTED} ]; then printf 'M\\0'; break; fi
  printf '%s%s\\0' "$kind" "$f"
  set -- "$@" "$f"
  if [ "$#" -ge 100 ]; then sizes "$@"; set --; fi
done
if [ "$#" -gt 0 ]; then sizes "$@"; fi`,
    path,
  )

/** Prints the size of a regular file. */
export const sizeCommand = (path: string): string[] =>
  script(
    `[ -e "$1" ] || exit 41
[ -f "$1" ] || exit 44
[ -r "$1" ] || exit 43
stat -Lc %s -- "$1" 2>/dev/null || wc -c < "$1"`,
    path,
  )

export const readCommand = (path: string): string[] => script(`[ -f "$1" ] || exit 44; exec cat < "$1"`, path)

/**
 * Writes beside the file first, so that a broken upload leaves the old content, and under a short name, because the name
 * of the file may be as long as names can be. Until it is whole, only its owner can read it. It gets the owner and the
 * mode of the file that it replaces; where the owner cannot be set, the group gets no more than all others.
 */
export const writeCommand = (path: string, size: number, overwrite: boolean, mark: string): string[] =>
  script(
    `folder=\${1%/*}
[ -d "\${folder:-/}" ] || exit 42
[ -d "$1" ] && exit 45
if [ -e "$1" ] || [ -L "$1" ]; then
  [ "$3" = overwrite ] || exit 46
  [ -f "$1" ] || exit 44
fi
part="$folder/.upload-$4"
has_no_space() { case "$error" in *'No space'*|*quota*) return 0;; esac; return 1; }
is_full() {
  df -Pk "\${folder:-/}" 2>/dev/null | tail -n 1 | { read -r _ total _ free _; [ "$total" != 0 ] && [ "$free" = 0 ]; }
}
mask=$(umask)
umask 077
error=$( ( set -C; : > "$part" ) 2>&1 ) || { has_no_space && exit 48; exit 43; }
if error=$(LC_ALL=C head -c "$2" 2>&1 > "$part") && [ "$(wc -c < "$part")" -eq "$2" ]; then
  if [ -f "$1" ]; then
    mode=$(stat -Lc %a -- "$1" 2>/dev/null)
    if [ -n "$mode" ]; then
      others=\${mode#"\${mode%?}"}
      chown "$(stat -Lc %u:%g -- "$1")" "$part" 2>/dev/null || mode="6$others$others"
      chmod "$mode" "$part"
    fi
    [ -x "$1" ] && chmod u+x "$part"
  else
    chmod "$(printf %o $((0666 & ~0$mask)))" "$part"
  fi
  mv -f -- "$part" "$1" 2>/dev/null && exit 0
fi
reason=47
{ has_no_space || is_full; } && reason=48
rm -f -- "$part"
exit $reason`,
    path,
    String(size),
    overwrite ? 'overwrite' : 'keep',
    mark,
  )

/** Removes what a broken upload has left. */
export const discardCommand = (path: string, mark: string): string[] =>
  script(`rm -f -- "\${1%/*}/.upload-$2"`, path, mark)

/** Returns what an exit code of these commands means; undefined for any other. */
export const fileRejection = (exitCode: number): ApiError | undefined => {
  const message = reasons[exitCode]
  if (message === undefined) return undefined
  return new ApiError('invalid', {
    message,
    ...(exitCode === FILE_EXISTS && { fields: [{ field: 'overwrite', message }] }),
  })
}
