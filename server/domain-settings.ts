import { isIP } from 'node:net'
import * as v from 'valibot'
import { described, port } from './setting-kinds.ts'

const items = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

/** An address with an optional port, as node:dns takes it: `1.1.1.1`, `127.0.0.1:5353`, `[::1]:5353`. */
const isResolver = (text: string): boolean => {
  const address = /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1')
  return isIP(address) !== 0
}
const resolvers = v.pipe(
  v.string(),
  v.transform(items),
  v.array(v.pipe(v.string(), v.check(isResolver, 'must be addresses such as 1.1.1.1 or 127.0.0.1:5353'))),
)
const addresses = v.pipe(
  v.string(),
  v.transform(items),
  v.array(v.pipe(v.string(), v.ip('must be IP addresses, separated by commas'))),
)
const hostName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, 'must be a host name in lower case'),
)

/** Settings of custom domains, and of the listeners that serve them. */
export const domainSettings = {
  LONGSHORE_HTTP_PORT: described(
    v.optional(port),
    'An additional port for HTTP, usually 80. Custom domains answer there, and redirect to HTTPS. Not opened when not set.',
  ),
  LONGSHORE_HTTPS_PORT: described(
    v.optional(port),
    'A port for HTTPS, usually 443, on which the gateway itself serves custom domains with their certificates. Not opened when not set.',
  ),
  LONGSHORE_DNS_RESOLVERS: described(
    v.optional(resolvers, ''),
    'Comma-separated DNS servers that check the records of custom domains, such as 1.1.1.1,9.9.9.9. All must agree. Those of the system when not set.',
  ),
  LONGSHORE_HANDSHAKE_RESOLVERS: described(
    v.optional(resolvers, ''),
    'Comma-separated DNS servers that resolve Handshake names, such as that of hsd. Without them, Handshake domains are rejected.',
  ),
  LONGSHORE_ENS_RESOLVERS: described(
    v.optional(resolvers, ''),
    'Comma-separated DNS servers that resolve ENS names, such as CoreDNS with its ENS plugin. Without them, ENS domains are rejected.',
  ),
  LONGSHORE_DOMAIN_CNAME: described(
    v.optional(hostName),
    'Host name to which the CNAME records of custom domains lead; the host of LONGSHORE_INSTANCES_URL when not set.',
  ),
  LONGSHORE_DOMAIN_ADDRESSES: described(
    v.optional(addresses, ''),
    'Comma-separated public IP addresses of the gateway, to which the A and AAAA records of custom domains lead. Those of LONGSHORE_DOMAIN_CNAME when not set.',
  ),
}

type Settings = v.InferOutput<v.ObjectSchema<typeof domainSettings, undefined>>

export interface AcmeConfig {
  url: string
}

export interface DomainConfig {
  /** Null when there is no such listener. */
  httpPort: number | null
  httpsPort: number | null
  /** Empty for those of the system. */
  resolvers: string[]
  handshakeResolvers: string[]
  ensResolvers: string[]
  cname: string
  /** Empty when they are those of `cname`. */
  addresses: string[]
  /** Null while certificates are not ordered. */
  acme: AcmeConfig | null
}

export const domainsFrom = (settings: Settings, instancesUrl: string): DomainConfig => ({
  httpPort: settings.LONGSHORE_HTTP_PORT ?? null,
  httpsPort: settings.LONGSHORE_HTTPS_PORT ?? null,
  resolvers: settings.LONGSHORE_DNS_RESOLVERS,
  handshakeResolvers: settings.LONGSHORE_HANDSHAKE_RESOLVERS,
  ensResolvers: settings.LONGSHORE_ENS_RESOLVERS,
  cname: settings.LONGSHORE_DOMAIN_CNAME ?? new URL(instancesUrl).hostname,
  addresses: settings.LONGSHORE_DOMAIN_ADDRESSES,
  acme: null,
})
