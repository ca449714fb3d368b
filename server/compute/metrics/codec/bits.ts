/** Writes bits, the highest of a number first. */
export class BitWriter {
  readonly #bytes: number[] = []
  #current = 0
  #free = 8

  /** The number of bits written. */
  get at(): number {
    return this.#bytes.length * 8 + 8 - this.#free
  }

  add(value: number, bits: number): void {
    for (let left = bits; left > 0; ) {
      const count = Math.min(left, this.#free)
      left -= count
      // No shifts of the value, because values exceed 32 bits.
      this.#current = (this.#current << count) | (Math.floor(value / 2 ** left) % 2 ** count)
      this.#free -= count
      if (this.#free > 0) return
      this.#bytes.push(this.#current)
      this.#current = 0
      this.#free = 8
    }
  }

  addOnes(count: number): void {
    this.add(2 ** count - 1, count)
  }

  bytes(): Uint8Array {
    const rest = this.#free < 8 ? [this.#current << this.#free] : []
    return Uint8Array.from([...this.#bytes, ...rest])
  }
}

export class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  skip(bits: number): void {
    this.#at += bits
  }

  next(bits: number): number {
    let value = 0
    for (let left = bits; left > 0; ) {
      const free = 8 - (this.#at & 7)
      const count = Math.min(left, free)
      value = value * 2 ** count + ((this.#byte() >> (free - count)) & (2 ** count - 1))
      left -= count
      this.#at += count
    }
    return value
  }

  /** Returns the number of ones before the next zero, at most `most`; with `most` ones there is no zero to skip. */
  nextOnes(most: number): number {
    for (let count = 0; count < most; count += 1) {
      const bit = (this.#byte() >> (7 - (this.#at & 7))) & 1
      this.#at += 1
      if (bit === 0) return count
    }
    return most
  }

  #byte(): number {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new Error('The bits end in the middle of a number.')
    return byte
  }
}
