import type { MeasuredIsolation, Reach } from '../../engine.ts'

/** One address that the probe tries to connect to. */
export interface ProbeTarget {
  kind: 'betweenInstances' | 'host' | 'controlPlane' | 'metadata'
  address: string
  port: number
  /** Something of ours listens there, so a refused connection was refused by a packet filter. */
  isListening: boolean
}

/**
 * What the attempts say, each `connected` or the system's error code. A refusal where nothing of ours listens came from
 * the machine itself, so packets reached it; for the control plane only a connection counts, because a port on which it
 * does not listen is out of reach.
 */
export function judgeOutcomes(
  targets: readonly ProbeTarget[],
  outcomes: readonly string[],
): Omit<MeasuredIsolation, 'atMs'> {
  const attempts = targets.map((target, index) => ({ ...target, outcome: outcomes[index] ?? 'not tried' }))
  // Such a filter refuses at the other addresses too.
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
