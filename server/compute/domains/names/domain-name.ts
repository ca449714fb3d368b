import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'
import type { DomainType } from '../../../../src/contract/wire/domains/domain.ts'

export interface DomainName {
  /** In ASCII and lower case, with `*.` in front for all names below. */
  name: string
  /** Without `*.`. */
  base: string
  isWildcard: boolean
}

/** Which names resolvers of the installation resolve besides those of public DNS. */
export interface ResolvedNames {
  handshake: boolean
  ens: boolean
}

export interface NameRules {
  /** Hosts of the installation itself: no domain may be one of them or below. */
  ownHosts: readonly string[]
  resolves: ResolvedNames
}

type Parsed = { domain: DomainName } | { error: string }

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/** Never in public DNS (RFC 6761 and others). `.test`, `.internal` and `.home.arpa` work with an operator's own resolvers. */
const neverServed = ['localhost', 'local', 'invalid', 'onion', 'alt', 'example']
const privateNames = ['test', 'internal', 'home.arpa']

/** Parses a name as its owner writes it, and checks it against the type that they chose. */
export function parseDomainName(type: DomainType, given: string, { ownHosts, resolves }: NameRules): Parsed {
  const text = given.trim().replace(/\.$/, '').replace(/\/$/, '')
  if (/\s/.test(text)) return { error: 'A domain name has no spaces.' }
  if (/[/:@?#\\%]/.test(text)) return { error: 'Enter only the name, without https:// and without a path.' }
  const isWildcard = text.startsWith('*.')
  const base = domainToASCII(isWildcard ? text.slice(2) : text).toLowerCase()
  const labels = base.split('.')
  if (base === '' || base.length > 251 || !labels.every((each) => label.test(each)))
    return { error: 'This is not a valid domain name.' }
  if (isIP(base) !== 0 || /^\d+$/.test(labels.at(-1) ?? '')) return { error: 'An IP address is not a domain name.' }
  if (ownHosts.some((host) => base === host || base.endsWith(`.${host}`)))
    return { error: 'This name belongs to the platform. Enter a domain of your own.' }
  if (isWildcard && type !== 'subdomain' && type !== 'handshake-subdomain')
    return { error: 'A name with * is a subdomain. Choose that type.' }
  const error = type === 'domain' || type === 'subdomain' ? publicError(type, base, isWildcard) : otherError(type, base)
  if (error) return { error }
  const unavailable = unavailableReason(type, resolves)
  if (unavailable !== undefined) return { error: unavailable }
  return { domain: { name: isWildcard ? `*.${base}` : base, base, isWildcard } }
}

/** Why no domain of a type can be checked here; undefined if it can. */
export function unavailableReason(type: DomainType, resolves: ResolvedNames): string | undefined {
  if (type === 'ens-domain' && !resolves.ens)
    return 'ENS names are not resolved here. Ask the operator to set LONGSHORE_ENS_RESOLVERS.'
  if (type.startsWith('handshake') && !resolves.handshake)
    return 'Handshake names are not resolved here. Ask the operator to set LONGSHORE_HANDSHAKE_RESOLVERS.'
  return undefined
}

function publicError(type: 'domain' | 'subdomain', base: string, isWildcard: boolean): string | undefined {
  const last = base.slice(base.lastIndexOf('.') + 1)
  if (neverServed.includes(last)) return `Names below .${last} are not in DNS.`
  if (last === 'eth') return 'This is an ENS name. Choose the type ens-domain.'
  const { domain, publicSuffix, isIcann, isPrivate } = parse(base, { allowPrivateDomains: true })
  const isPrivateName = privateNames.some((suffix) => base.endsWith(`.${suffix}`))
  if (!isIcann && !isPrivate && !isPrivateName)
    return `.${last} is not a public top-level domain. If it is a Handshake name, choose that type.`
  if (domain === null) return `${publicSuffix} is a public suffix. Enter a domain below it.`
  if (type === 'domain' && domain !== base) return `${base} is a subdomain of ${domain}. Choose the type subdomain.`
  if (type === 'subdomain' && domain === base && !isWildcard)
    return `${base} is a domain, not a subdomain. Choose the type domain.`
  return undefined
}

function otherError(type: DomainType, base: string): string | undefined {
  const labels = base.split('.')
  const last = labels.at(-1) ?? ''
  if (type === 'ens-domain')
    return last === 'eth' && labels.length > 1 ? undefined : 'An ENS name ends in .eth, such as harbour.eth.'
  if (last === 'eth') return 'This is an ENS name. Choose the type ens-domain.'
  if (neverServed.includes(last)) return `Names below .${last} are not in DNS.`
  if (parse(`name.${last}`).isIcann) return `.${last} is not a Handshake name. Choose domain or subdomain.`
  if (type === 'handshake-domain' && labels.length > 2)
    return `${base} is a subdomain. Choose the type handshake-subdomain.`
  if (type === 'handshake-subdomain' && labels.length < 2) return 'Enter a name below a Handshake domain.'
  return undefined
}

/** The name in the script of its owner, for display. */
export const displayNameOf = (name: string): string =>
  name.startsWith('*.') ? `*.${domainToUnicode(name.slice(2))}` : domainToUnicode(name)

/** The domain that the limits of a certificate authority count. */
export const registeredDomain = (name: string): string => parse(name.replace(/^\*\./, '')).domain ?? name

const typeLabels: Partial<Record<DomainType, string>> = { domain: 'Domain', subdomain: 'Subdomain' }

export const typeLabel = (type: DomainType): string => typeLabels[type] ?? type
