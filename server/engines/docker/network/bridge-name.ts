import { createHash } from 'node:crypto'

/** Common prefix of all workload bridges, so that one packet filter rule matches them all. */
export const BRIDGE_PREFIX = 'lsh-'

/**
 * Returns a bridge name within Linux's limit of 15 characters. Equal network names give equal bridge names, so an
 * engine cannot create two networks of one name.
 */
export function bridgeName(network: string): string {
  return BRIDGE_PREFIX + createHash('sha256').update(network).digest('hex').slice(0, 11)
}
