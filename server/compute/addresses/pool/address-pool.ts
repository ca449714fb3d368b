import ipaddr from 'ipaddr.js'

interface Range {
  first: number
  size: number
}

const ADDRESS_BITS = 32

/** The addresses that the settings of a region list, as single ones and ranges. */
export interface AddressPool {
  readonly size: number
  /** Yields each address once, beginning at a place from 0 to less than 1. */
  from(place: number): Iterable<string>
  has(ip: string): boolean
}

export function addressPool(entries: readonly string[]): AddressPool {
  const ranges = distinct(entries.map(rangeOf))
  const size = ranges.reduce((sum, range) => sum + range.size, 0)

  function at(index: number): string {
    let left = index
    for (const range of ranges) {
      if (left < range.size) return textOf(range.first + left)
      left -= range.size
    }
    throw new RangeError(`The pool has no address ${index}`)
  }

  return {
    size,
    *from(place) {
      const start = Math.floor(place * size)
      for (let step = 0; step < size; step += 1) yield at((start + step) % size)
    },
    has(ip) {
      const number = numberOf(ip)
      return ranges.some(({ first, size: count }) => number >= first && number < first + count)
    },
  }
}

function rangeOf(entry: string): Range {
  const [ip = '', bits = String(ADDRESS_BITS)] = entry.split('/')
  const size = 2 ** (ADDRESS_BITS - Number(bits))
  const number = numberOf(ip)
  return { first: number - (number % size), size }
}

/** Ranges either contain one another or have nothing in common. */
function distinct(ranges: readonly Range[]): Range[] {
  const kept: Range[] = []
  for (const range of ranges.toSorted((one, other) => other.size - one.size)) {
    const isPart = kept.some(({ first, size }) => range.first >= first && range.first < first + size)
    if (!isPart) kept.push(range)
  }
  return kept.toSorted((one, other) => one.first - other.first)
}

const numberOf = (ip: string): number =>
  ipaddr.IPv4.parse(ip)
    .toByteArray()
    .reduce((sum, byte) => sum * 256 + byte, 0)

const textOf = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
