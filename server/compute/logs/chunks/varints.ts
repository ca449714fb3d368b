/** Encodes integers as varints of seven bits a byte; signed ones have the sign in the lowest bit. */
export class VarintWriter {
  readonly #bytes: number[] = []

  add(value: number): void {
    let left = value
    // No bit shifts, because times in milliseconds exceed 32 bits.
    while (left >= 0x80) {
      this.#bytes.push((left % 0x80) | 0x80)
      left = Math.floor(left / 0x80)
    }
    this.#bytes.push(left)
  }

  addSigned(value: number): void {
    this.add(value < 0 ? -2 * value - 1 : 2 * value)
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }
}

export class VarintReader {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  /** The offset of the next number. */
  get at(): number {
    return this.#at
  }

  skip(bytes: number): void {
    this.#at += bytes
  }

  skipNumbers(count: number): void {
    for (let left = count; left > 0; left -= 1) {
      while ((this.#bytes[this.#at++] ?? 0) >= 0x80);
      if (this.#at > this.#bytes.length) throw new Error('The bytes end in the middle of a number.')
    }
  }

  next(): number {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new Error('The bytes end in the middle of a number.')
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }

  nextSigned(): number {
    const value = this.next()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
}
