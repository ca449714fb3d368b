import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Config } from '../../config.ts'
import { CARDS_HOST } from '../../sandbox/cards/cards-host.ts'
import { defaultHoldLimits } from '../holding/hold-limits.ts'

export const gatewaySettings = v.object({
  host: v.string(),
  /** 0 lets the system choose one. */
  port: v.number(),
  /** Additional ports, for custom domains only; null for none. */
  httpPort: v.nullable(v.number()),
  httpsPort: v.nullable(v.number()),
  mode: v.picklist(['sandbox', 'production']),
  publicUrl: v.string(),
  /** Further host names that the control plane serves itself. */
  ownHosts: v.array(v.string()),
  instancesUrl: v.string(),
  trustProxy: v.array(v.string()),
  /** Unix sockets: on the first the gateway takes commands, on the second the control plane serves the console. */
  controlSocket: v.string(),
  consoleSocket: v.string(),
  /** How long requests to services that sleep are held. */
  holdMs: v.number(),
  fingerprint: v.string(),
})

export type GatewaySettings = v.InferOutput<typeof gatewaySettings>

type Given = Omit<GatewaySettings, 'fingerprint'>

/** An installation without custom domains has none of these listeners. */
type GivenDomains = { domains?: Pick<Config['domains'], 'httpPort' | 'httpsPort'>; holdMs?: number }

type GivenCards = { cards?: Config['cards'] }

/** Returns the gateway's settings. It gets no secrets. */
export function gatewaySettingsFrom(
  given: Pick<Config, 'host' | 'port' | 'mode' | 'publicUrl' | 'instancesUrl' | 'trustProxy'> &
    GivenDomains &
    GivenCards,
  sockets: Pick<Given, 'controlSocket' | 'consoleSocket'>,
  version: string,
): GatewaySettings {
  const { host, port, mode, publicUrl, instancesUrl, trustProxy, holdMs = defaultHoldLimits.holdMs } = given
  const { httpPort = null, httpsPort = null } = given.domains ?? {}
  const addresses = { host, port, httpPort, httpsPort, publicUrl, instancesUrl }
  const ownHosts = given.cards?.kind === 'sandbox' ? [CARDS_HOST] : []
  const settings: Given = { ...addresses, ownHosts, mode, trustProxy, holdMs, ...sockets }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([version, settings]))
    .digest('hex')
  return { ...settings, fingerprint }
}
