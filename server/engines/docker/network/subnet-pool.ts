import ipaddr from 'ipaddr.js'

/** Both ends included, as 32-bit numbers. */
interface AddressRange {
  first: number
  last: number
}

export interface SubnetPool {
  /**
   * Frees all subnets, then allocates every subnet that overlaps one of these ranges. Ignores ranges that are not IPv4.
   */
  reset(allocated: Iterable<string>): void
  /** Allocates the next free subnet with this prefix length, `SUBNET_BITS` or shorter; undefined when none is left. */
  allocate(bits?: number): string | undefined
  release(subnet: string): void
}

/**
 * 16,384 subnets in a part of 10.0.0.0/8 that neither Podman (10.88 and above), k3s (10.42, 10.43), Docker's overlays
 * (10.0 and up) nor the clouds' usual networks start in; then the range for network benchmarks, which is not routed.
 */
export const DEFAULT_SUBNETS = ['10.84.0.0/14', '198.18.0.0/15']

/** 16 addresses: the network, the gateway, the broadcast address, and 13 containers. */
export const SUBNET_BITS = 28
const SUBNET_SIZE = 2 ** (32 - SUBNET_BITS)

/** Parses an IPv4 range in CIDR notation; undefined when it is invalid. */
export function parseRange(cidr: string): AddressRange | undefined {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr)) return undefined
  const [, bits] = ipaddr.IPv4.parseCIDR(cidr)
  const first = numberOf(ipaddr.IPv4.networkAddressFromCIDR(cidr))
  return { first, last: first + 2 ** (32 - bits) - 1 }
}

/** Returns the address that engines assign to a network's gateway. */
export function firstAddress(cidr: string): string {
  return textOf((parseRange(cidr)?.first ?? 0) + 1)
}

/** Whether the range holds at least one subnet of an instance. */
export function isSubnetRange(cidr: string): boolean {
  const range = parseRange(cidr)
  return range !== undefined && range.last - range.first + 1 >= SUBNET_SIZE
}

/**
 * Allocates subnets in sequence from a random start, so that two control planes rarely try the same subnet and the
 * address of a removed instance is not reused at once.
 */
export function createSubnetPool(ranges: readonly string[], random: () => number = Math.random): SubnetPool {
  const parts = ranges.flatMap((cidr) => parseRange(cidr) ?? [])
  const sizes = parts.map(({ first, last }) => Math.floor((last - first + 1) / SUBNET_SIZE))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const isAllocated = new Uint8Array(total)
  // The random start lies in the first range; the others are used when it is full.
  let next = Math.floor(random() * (sizes[0] ?? 0))

  function mark(range: AddressRange, value: 0 | 1): void {
    let offset = 0
    for (const [index, part] of parts.entries()) {
      const size = sizes[index] ?? 0
      const from = Math.max(0, Math.floor((range.first - part.first) / SUBNET_SIZE))
      const to = Math.min(size - 1, Math.floor((range.last - part.first) / SUBNET_SIZE))
      if (from <= to) isAllocated.fill(value, offset + from, offset + to + 1)
      offset += size
    }
  }

  /** Returns the address at which a block of subnets starts; undefined where the block would not be one subnet. */
  function blockAt(index: number, count: number): number | undefined {
    let rest = index
    for (const [at, part] of parts.entries()) {
      const size = sizes[at] ?? 0
      if (rest >= size) {
        rest -= size
        continue
      }
      const first = part.first + rest * SUBNET_SIZE
      const isWhole = rest + count <= size && first % (count * SUBNET_SIZE) === 0
      return isWhole && !isAllocated.subarray(index, index + count).includes(1) ? first : undefined
    }
    return undefined
  }

  return {
    reset(allocated) {
      isAllocated.fill(0)
      for (const cidr of allocated) {
        const range = parseRange(cidr)
        if (range) mark(range, 1)
      }
    },
    allocate(bits = SUBNET_BITS) {
      const count = 2 ** (SUBNET_BITS - bits)
      for (let tried = 0; tried < total; tried += 1) {
        const index = (next + tried) % total
        const first = blockAt(index, count)
        if (first === undefined) continue
        isAllocated.fill(1, index, index + count)
        next = (index + count) % total
        return `${textOf(first)}/${bits}`
      }
      return undefined
    },
    release(subnet) {
      const range = parseRange(subnet)
      if (range) mark(range, 0)
    },
  }
}

function numberOf(address: ipaddr.IPv4): number {
  return address.toByteArray().reduce((sum, byte) => sum * 256 + byte, 0)
}

function textOf(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}
