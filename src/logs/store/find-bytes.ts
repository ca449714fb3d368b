/** A text prepared for searching in bytes (Horspool's algorithm, which skips most bytes). */
export interface Needle {
  /** The bytes to compare: unchanged or in lower case. */
  folded: Uint8Array
  fold: Uint8Array
  /** How far to skip, by the byte at the position of the needle's last byte. */
  skips: Uint32Array
}

const plain = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const lowerCase = plain.map((byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))

/** Without `matchCase`, the case of ASCII letters is ignored. */
export const needleOf = (text: string, matchCase: boolean): Needle => {
  const fold = matchCase ? plain : lowerCase
  const folded = new TextEncoder().encode(text).map((byte) => fold[byte] ?? byte)
  const last = folded.length - 1
  const skips = new Uint32Array(256).fill(folded.length)
  for (let byte = 0; byte < 256; byte += 1) {
    const at = folded.lastIndexOf(fold[byte] ?? byte, last - 1)
    if (last > 0 && at >= 0) skips[byte] = last - at
  }
  return { folded, fold, skips }
}

/** Returns the first position of the needle at or after `from` that ends before `to`; −1 if there is none. */
export const findBytes = (bytes: Uint8Array, { folded, fold, skips }: Needle, from: number, to: number): number => {
  const last = folded.length - 1
  const lastByte = folded[last]
  let end = from + last
  while (end < to) {
    const byte = bytes[end] as number // `end` is within the bytes; checking again would halve the speed.
    if (fold[byte] === lastByte) {
      let at = last - 1
      while (at >= 0 && fold[bytes[end - last + at] as number] === folded[at]) at -= 1
      if (at < 0) return end - last
    }
    end += skips[byte] as number
  }
  return -1
}
