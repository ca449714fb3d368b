import type { MeasuredIsolation, Reach } from '../../interface/description.ts'

/** One address that the probe tries to connect to. */
export interface ProbeTarget {
  kind: 'betweenInstances' | 'host' | 'controlPlane' | 'metadata'
  address: string
  port: number
  /** The probe has its own listener there, so ECONNREFUSED came from a packet filter. */
  isListening: boolean
}

/**
 * Derives reachability from the attempts, each `connected` or the system's error code. ECONNREFUSED where the probe has
 * no listener came from the machine itself, so packets reached it. For the control plane only a connection counts: on
 * an address where it does not listen, it cannot be reached.
 */
export function judgeOutcomes(
  targets: readonly ProbeTarget[],
  outcomes: readonly string[],
): Omit<MeasuredIsolation, 'atMs'> {
  const attempts = targets.map((target, index) => ({ ...target, outcome: outcomes[index] ?? 'not tried' }))
  // Such a filter rejects connections to the other addresses too.
  const isFilterRejecting = attempts.some(
    ({ kind, isListening, outcome }) => kind === 'host' && isListening && outcome === 'ECONNREFUSED',
  )
  const reachOf = (kind: ProbeTarget['kind']): Reach => {
    const reaches = attempts
      .filter((attempt) => attempt.kind === kind)
      .map(({ outcome, isListening }) => {
        if (outcome === 'connected') return 'reachable'
        if (outcome !== 'ECONNREFUSED') return BLOCKED.has(outcome) ? 'blocked' : 'unknown'
        if (kind === 'controlPlane' || isListening || (kind === 'host' && isFilterRejecting)) return 'blocked'
        return 'reachable'
      })
    if (reaches.includes('reachable')) return 'reachable'
    return reaches.length === 0 || reaches.includes('unknown') ? 'unknown' : 'blocked'
  }
  return {
    betweenInstances: reachOf('betweenInstances'),
    host: reachOf('host'),
    controlPlane: reachOf('controlPlane'),
    metadata: reachOf('metadata'),
  }
}

const BLOCKED = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EACCES', 'EPERM', 'EADDRNOTAVAIL', 'EINVAL'])
