import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, type Headers, pack } from 'tar-stream'
import { BrokenArchive, TarCheck } from './tar-check.ts'

export interface ArchiveLimits {
  /** Of all files together, each with its header. */
  bytes: number
  entries: number
}

const BLOCK = 512
const MAX_PATH = 4096
const BUFFERED_BYTES = 1024 ** 2
const PAUSE_MS = 2
const links = new Set(['symlink', 'link'])
/** Without the bits that run a program as its owner or group. */
const MODE_BITS = 0o1777
const MAX_OWNER = 2 ** 31 - 1
/** Larger ones need a record of their own. */
const MAX_OCTAL_OWNER = 0o777777
const allowed = new Set(['file', 'contiguous-file', 'directory', ...links])

/** Its types lack the records that describe an entry further. */
type Parsed = Headers & { pax?: Record<string, string> }

/**
 * Writes an archive of unknown origin anew, entry by entry. It fails at the first that is no ordinary file, folder or
 * link, that leads out of its root or through a link, and at the limits, so that nothing else can reach a volume.
 */
export function cleanArchive(source: Readable, limits: ArchiveLimits, signal: AbortSignal): Readable {
  const parser = extract()
  const output = pack()
  const result = new PassThrough()
  const symlinks = new Set<string>()
  let left = { ...limits }

  function accept(header: Parsed): Headers {
    const { type, size = 0, linkname } = header
    const name = cleanPath(header.name)
    left = { bytes: left.bytes - size - BLOCK, entries: left.entries - 1 }
    if (left.entries < 0) throw rejection(`more than ${limits.entries.toLocaleString('en-GB')} files and folders`)
    if (left.bytes < 0) throw rejection('more data than the volume can hold')
    if (!type || !allowed.has(type)) throw rejection(`${shown(name)}, which is neither a file, a folder nor a link`)
    if (isBelow(name, symlinks)) throw rejection(`${shown(name)}, which is behind a symbolic link`)
    if (name === '.' && type !== 'directory') throw rejection('its root, which is no folder')
    if (type === 'symlink') symlinks.add(name)
    else symlinks.delete(name)
    const clean = { ...ownedBy(header), name, type }
    if (type !== 'symlink' && type !== 'link') return { ...clean, size }
    const target = type === 'link' ? cleanPath(linkname ?? '') : (linkname ?? '')
    if (target === '' || target.length > MAX_PATH || target.includes('\0'))
      throw rejection(`${shown(name)}, a link to nothing`)
    if (type === 'link' && (target === '.' || symlinks.has(target) || isBelow(target, symlinks)))
      throw rejection(`${shown(name)}, a link to a folder or through another link`)
    return { ...clean, linkname: target, size: 0 }
  }

  parser.on('entry', (header, content, next) => {
    let clean: Headers
    try {
      clean = accept(header)
    } catch (error) {
      parser.destroy(error instanceof Error ? error : undefined)
      return
    }
    const proceed = (error?: Error | null) => {
      if (error) return parser.destroy(error)
      // The packer does not wait for its reader between entries.
      if (output.readableLength > BUFFERED_BYTES) setTimeout(proceed, PAUSE_MS)
      else next()
    }
    const written = output.entry(clean, proceed)
    if (clean.type === 'file' || clean.type === 'contiguous-file') content.pipe(written)
    else content.resume()
  })

  // The parser trusts lengths, and accepts an archive without its end.
  const parsed = pipeline(source, new TarCheck(), parser, { signal }).then(() => output.finalize())
  parsed.catch((error: unknown) => output.destroy(asBroken(error)))
  void pipeline(output, result).catch(() => parser.destroy())
  return result
}

/** Nothing but the numbers: the names of owners are not used, and long ones overwrite what the packer writes beside them. */
function ownedBy({ mode, uid, gid, mtime, pax }: Parsed): Omit<Parsed, 'name'> {
  const owner = { uid: ownerOf(pax?.uid ?? uid), gid: ownerOf(pax?.gid ?? gid) }
  const isLarge = Math.max(owner.uid, owner.gid) > MAX_OCTAL_OWNER
  return {
    ...(isNumber(mode) && { mode: mode & MODE_BITS }),
    ...owner,
    ...(isLarge && { pax: { uid: String(owner.uid), gid: String(owner.gid) } }),
    mtime: isNumber(mtime?.getTime()) ? mtime : new Date(0),
  }
}

const isNumber = (given: number | undefined): given is number => Number.isSafeInteger(given)

function ownerOf(given: number | string | undefined): number {
  const id = Number(given)
  return isNumber(id) && id >= 0 && id <= MAX_OWNER ? id : 0
}

function cleanPath(given: string): string {
  if (given.length > MAX_PATH || given.includes('\0')) throw rejection('a path that is too long or not valid')
  if (given.startsWith('/')) throw rejection(`${shown(given)}, an absolute path`)
  const parts = given.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw rejection(`${shown(given)}, a path that leads out of the volume`)
  return parts.length === 0 ? '.' : parts.join('/')
}

function isBelow(name: string, symlinks: ReadonlySet<string>): boolean {
  if (symlinks.size === 0) return false
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1))
    if (symlinks.has(name.slice(0, at))) return true
  return false
}

const rejection = (what: string) => new BrokenArchive(`The archive contains ${what}.`)

/** In messages, without what a terminal or a page could take for more than text. */
const shown = (path: string): string => path.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)

const asBroken = (error: unknown): Error =>
  error instanceof BrokenArchive || !(error instanceof Error) || error.name === 'AbortError' || 'code' in error
    ? (error as Error)
    : new BrokenArchive('The archive cannot be read.', { cause: error })
