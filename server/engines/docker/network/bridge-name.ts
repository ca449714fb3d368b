import { createHash } from 'node:crypto'

/** Every bridge of a workload begins with it, so that one packet filter rule matches them all. */
export const BRIDGE_PREFIX = 'lsh-'

/** Linux allows 15 characters; the hash makes two networks of one name impossible on one engine. */
export function bridgeName(network: string): string {
  return BRIDGE_PREFIX + createHash('sha256').update(network).digest('hex').slice(0, 11)
}
