export const BLOCK_BYTES = 512

/** A header of a tar archive, as far as it decides where the next one is. */
export interface TarHeader {
  type: string
  sizeBytes: number
}

const CHECKSUM = { start: 148, end: 156 }
const SIZE = { start: 124, end: 136 }
const TYPE_AT = 156
const BASE_256 = 0x80
const SPACE = 0x20
const ZERO = 0x30
/** Records of the next entry, of all following entries, and GNU's long names. */
const EXTENSIONS = new Set(['x', 'g', 'L', 'N', 'K'])
/** Links, devices, folders and pipes, whose content readers disagree about. */
const WITHOUT_CONTENT = new Set(['1', '2', '3', '4', '5', '6'])

export const mayHaveContent = ({ type }: TarHeader): boolean => !WITHOUT_CONTENT.has(type)

/** Whether a header describes the following entry instead of being one. */
export const isExtension = ({ type }: TarHeader): boolean => EXTENSIONS.has(type)

export const isZero = (block: Buffer): boolean => block.every((byte) => byte === 0)

/** Returns undefined for what is no header that every reader takes in the same way. */
export function readTarHeader(block: Buffer): TarHeader | undefined {
  const sizeBytes = readSize(block.subarray(SIZE.start, SIZE.end))
  if (sizeBytes === undefined || readOctal(block.subarray(CHECKSUM.start, CHECKSUM.end)) !== checksumOf(block)) return
  return { type: block.toString('latin1', TYPE_AT, TYPE_AT + 1), sizeBytes }
}

function checksumOf(block: Buffer): number {
  let sum = 0
  for (let at = 0; at < BLOCK_BYTES; at += 1) sum += at >= CHECKSUM.start && at < CHECKSUM.end ? 0x20 : (block[at] ?? 0)
  return sum
}

function readSize(field: Buffer): number | undefined {
  if ((field[0] ?? 0) < BASE_256) return readOctal(field)
  if (field[0] !== BASE_256) return undefined
  const size = field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0)
  return Number.isSafeInteger(size) ? size : undefined
}

/** Reads digits between spaces and NULs; undefined where some readers would see another number. */
function readOctal(field: Buffer): number | undefined {
  let at = 0
  while (field[at] === SPACE) at += 1
  while (field[at] === 0) at += 1
  let value = 0
  for (; at < field.length && isOctal(field[at]); at += 1) value = value * 8 + ((field[at] ?? 0) - ZERO)
  return field.subarray(at).every((byte) => byte === SPACE || byte === 0) ? value : undefined
}

const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte < ZERO + 8

/**
 * Returns the size of the next entry that pax records give, null where they give none, and undefined for records that
 * are not well-formed: a parser that follows a negative length never ends.
 */
export function sizeInRecords(content: Buffer): number | null | undefined {
  let size: number | null = null
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const length = /^[1-9]\d{0,8}$/.exec(space < 0 ? '' : content.toString('latin1', at, Math.min(space, at + 10)))
    const end = at + Number(length?.[0] ?? Number.NaN)
    const equals = content.indexOf(0x3d, space)
    if (!(end <= content.length) || content[end - 1] !== 0x0a || equals <= space + 1 || equals >= end) return undefined
    if (content.toString('latin1', space + 1, equals) === 'size') {
      const value = content.toString('latin1', equals + 1, end - 1)
      if (!/^\d{1,15}$/.test(value)) return undefined
      size = Number(value)
    }
    at = end
  }
  return size
}
