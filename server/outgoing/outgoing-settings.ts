import * as v from 'valibot'
import { parsedNetwork } from '../addresses/public-address.ts'
import { described } from '../setting-kinds.ts'

const isNetwork = (item: string): boolean => {
  try {
    return parsedNetwork(item)[1] >= 0
  } catch {
    return false
  }
}
const isHost = (item: string): boolean =>
  /^([a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?|\[[\da-f:.]+\])(:\d{1,5})?$/.test(item)

const destinations = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .toLowerCase()
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (item) => isNetwork(item) || isHost(item),
        'must be none, or networks and hosts such as 10.20.0.0/16, fd00:1::/32, hooks.example.internal or collector:8443',
      ),
    ),
  ),
)

/** Settings of requests to addresses that users choose. */
export const outgoingSettings = {
  LONGSHORE_OUTGOING_ALLOWED: described(
    v.optional(destinations),
    'Comma-separated networks (10.20.0.0/16) and hosts (hooks.example.internal, collector:8443) at private addresses to which webhooks, log drains, backups and other requests that users set up may go; none allows public addresses only. When not set, none in production and the loopback addresses in sandbox mode.',
  ),
}

/** Destinations at addresses that are not public, in lower case. */
export interface AllowedDestinations {
  networks: readonly string[]
  /** With a port, only that port. */
  hosts: readonly string[]
}

export interface OutgoingConfig {
  outgoing: AllowedDestinations
}

const LOOPBACK = ['127.0.0.0/8', '::1']

export function outgoingFrom(
  { LONGSHORE_OUTGOING_ALLOWED: given }: { LONGSHORE_OUTGOING_ALLOWED?: string[] | undefined },
  isSandbox: boolean,
): OutgoingConfig {
  const allowed = (given ?? (isSandbox ? LOOPBACK : [])).filter((item) => item !== 'none')
  return {
    outgoing: { networks: allowed.filter(isNetwork), hosts: allowed.filter((item) => !isNetwork(item)) },
  }
}
