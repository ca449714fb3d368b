const MIB = 1_048_576

/** Bounds of what the gateway holds for services that wake up. */
export interface HoldLimits {
  /** Requests of one service. */
  perService: number
  /** Requests, and bytes of bodies, of one organisation. */
  perOwner: number
  bytesPerOwner: number
  /** Of all. When the number of requests is reached, organisations with less than an equal share go on. */
  total: number
  totalBytes: number
  /** How long a request waits. */
  holdMs: number
  /**
   * Until a message to the control plane is repeated, even if it responded: the service may have been scaled to zero
   * right after that.
   */
  repeatMs: number
  /** How long a rejection holds for further requests. */
  rejectedMs: number
}

export const defaultHoldLimits: HoldLimits = {
  perService: 200,
  perOwner: 1000,
  bytesPerOwner: 16 * MIB,
  total: 2000,
  totalBytes: 64 * MIB,
  // Less than the minute after which proxies and browsers' programs give up.
  holdMs: 55_000,
  repeatMs: 2000,
  rejectedMs: 2000,
}

export interface Place {
  service: string
  owner: string
  bytes: number
}

export interface HoldCount {
  /** Returns false when a limit forbids one more. */
  add(place: Place): boolean
  remove(place: Place): void
}

interface Held {
  requests: number
  bytes: number
}

/** Counts what is held, so that one service or organisation cannot take the places of all others. */
export function createHoldCount(limits: HoldLimits): HoldCount {
  const byService = new Map<string, Held>()
  const byOwner = new Map<string, Held>()
  const all: Held = { requests: 0, bytes: 0 }

  const held = (counts: Map<string, Held>, key: string): Held => counts.get(key) ?? { requests: 0, bytes: 0 }

  function mayHold({ service, owner, bytes }: Place): boolean {
    if (held(byService, service).requests >= limits.perService) return false
    const own = held(byOwner, owner)
    if (own.requests >= limits.perOwner || own.bytes + bytes > limits.bytesPerOwner) return false
    if (all.bytes + bytes > limits.totalBytes) return false
    const owners = byOwner.size + (byOwner.has(owner) ? 0 : 1)
    if (all.requests >= limits.total && own.requests >= limits.total / owners) return false
    // Shares alone could add up to more than the system has.
    return all.requests < limits.total * 2
  }

  function change(counts: Map<string, Held>, key: string, by: Held): void {
    const of = held(counts, key)
    of.requests += by.requests
    of.bytes += by.bytes
    if (of.requests === 0) counts.delete(key)
    else counts.set(key, of)
  }

  function changeAll({ service, owner, bytes }: Place, sign: 1 | -1): void {
    const by = { requests: sign, bytes: sign * bytes }
    change(byService, service, by)
    change(byOwner, owner, by)
    all.requests += by.requests
    all.bytes += by.bytes
  }

  return {
    add(place) {
      if (!mayHold(place)) return false
      changeAll(place, 1)
      return true
    },
    remove: (place) => changeAll(place, -1),
  }
}
