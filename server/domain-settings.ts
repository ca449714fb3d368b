import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import * as v from 'valibot'
import { described, port, switched, wholeNumber } from './setting-kinds.ts'
import { StartUpError } from './start-up/start-up-error.ts'

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
  LONGSHORE_ACME_URL: described(
    v.optional(v.pipe(v.string(), v.regex(/^https:\/\/\S+$/, 'must begin with https://'))),
    'Directory of a certificate authority, such as https://acme-v02.api.letsencrypt.org/directory. Certificates of custom domains are ordered there; none are when not set.',
  ),
  LONGSHORE_ACME_TERMS: described(
    v.optional(v.picklist(['accepted'], 'must be accepted')),
    'accepted says that you agree to the terms of the certificate authority. Required with LONGSHORE_ACME_URL.',
  ),
  LONGSHORE_ACME_EMAIL: described(
    v.optional(v.pipe(v.string(), v.email('must be an e-mail address'))),
    'Address that the certificate authority writes to.',
  ),
  LONGSHORE_ACME_CHALLENGE: described(
    v.optional(v.picklist(['http-01', 'tls-alpn-01', 'dns-01'], 'must be http-01, tls-alpn-01 or dns-01'), 'http-01'),
    'How domains are proved to the certificate authority. tls-alpn-01 needs LONGSHORE_HTTPS_PORT and no proxy in front that ends TLS; dns-01 needs LONGSHORE_DNS_HOOK. Wildcards always use dns-01.',
  ),
  LONGSHORE_ACME_CA: described(
    v.optional(v.string()),
    'A PEM file with the root certificate of your own certificate authority.',
  ),
  LONGSHORE_ACME_PRIVATE: described(
    v.optional(switched, 'off'),
    'on permits a certificate authority with a private address.',
  ),
  LONGSHORE_ACME_ORDERS_PER_WEEK: described(
    v.optional(wholeNumber, '40'),
    'Maximum orders a week for each registered domain. Public authorities allow 50.',
  ),
  LONGSHORE_DNS_HOOK: described(
    v.optional(v.string()),
    'A program that sets the TXT records of dns-01 challenges, run as PROGRAM set|remove NAME VALUE.',
  ),
  LONGSHORE_DNS_HOOK_ZONE: described(
    v.optional(hostName),
    'Zone in which LONGSHORE_DNS_HOOK sets records. Owners of domains lead their _acme-challenge names to it. Required with LONGSHORE_DNS_HOOK.',
  ),
}

type Settings = v.InferOutput<v.ObjectSchema<typeof domainSettings, undefined>>

/** How certificates are ordered. */
export interface AcmeConfig {
  /** Of the directory. */
  url: string
  email: string | null
  /** For names without a wildcard. */
  challenge: 'http-01' | 'tls-alpn-01' | 'dns-01'
  /** PEM. */
  ca: string | undefined
  allowPrivate: boolean
  /** For each registered domain. */
  ordersPerWeek: number
  /** Null without one. */
  hook: string | null
  hookZone: string
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

export const domainsFrom = (
  settings: Settings,
  instancesUrl: string,
  proxies: readonly string[] = [],
): DomainConfig => ({
  httpPort: settings.LONGSHORE_HTTP_PORT ?? null,
  httpsPort: settings.LONGSHORE_HTTPS_PORT ?? null,
  resolvers: settings.LONGSHORE_DNS_RESOLVERS,
  handshakeResolvers: settings.LONGSHORE_HANDSHAKE_RESOLVERS,
  ensResolvers: settings.LONGSHORE_ENS_RESOLVERS,
  cname: settings.LONGSHORE_DOMAIN_CNAME ?? new URL(instancesUrl).hostname,
  addresses: settings.LONGSHORE_DOMAIN_ADDRESSES,
  acme: acmeFrom(settings, proxies.length > 0),
})

function acmeFrom(settings: Settings, proxied: boolean): AcmeConfig | null {
  const { LONGSHORE_ACME_URL: url, LONGSHORE_ACME_CHALLENGE: challenge, LONGSHORE_DNS_HOOK: hook } = settings
  if (hook !== undefined && settings.LONGSHORE_DNS_HOOK_ZONE === undefined)
    throw new StartUpError('LONGSHORE_DNS_HOOK needs LONGSHORE_DNS_HOOK_ZONE. Set it and start again.')
  if (url === undefined) return null
  if (settings.LONGSHORE_ACME_TERMS === undefined)
    throw new StartUpError(
      'LONGSHORE_ACME_URL orders certificates: read the terms of that authority and set LONGSHORE_ACME_TERMS=accepted.',
    )
  if (challenge === 'dns-01' && hook === undefined)
    throw new StartUpError('LONGSHORE_ACME_CHALLENGE=dns-01 needs LONGSHORE_DNS_HOOK. Set it, or choose http-01.')
  if (challenge === 'tls-alpn-01' && settings.LONGSHORE_HTTPS_PORT === undefined)
    throw new StartUpError(
      'LONGSHORE_ACME_CHALLENGE=tls-alpn-01 is answered on the gateway’s own port for HTTPS. Set LONGSHORE_HTTPS_PORT, or choose http-01.',
    )
  if (challenge === 'tls-alpn-01' && proxied)
    throw new StartUpError(
      'TLS ends at the proxy in front (LONGSHORE_TRUST_PROXY), which does not pass tls-alpn-01 challenges on. Choose LONGSHORE_ACME_CHALLENGE=http-01 or dns-01.',
    )
  return {
    url,
    email: settings.LONGSHORE_ACME_EMAIL ?? null,
    challenge,
    ca: settings.LONGSHORE_ACME_CA === undefined ? undefined : readCa(settings.LONGSHORE_ACME_CA),
    allowPrivate: settings.LONGSHORE_ACME_PRIVATE,
    ordersPerWeek: settings.LONGSHORE_ACME_ORDERS_PER_WEEK,
    hook: hook ?? null,
    hookZone: settings.LONGSHORE_DNS_HOOK_ZONE ?? '',
  }
}

function readCa(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartUpError(`The file ${path} of LONGSHORE_ACME_CA cannot be read.`)
  }
}
