import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { SentCertificate } from '../control/control-messages.ts'

export interface CertificateStore {
  /** Returns the context of a domain's certificate, which it creates for the first visitor. */
  contextOf(domainId: string): SecureContext | undefined
  has(domainId: string): boolean
  change(certificates: readonly SentCertificate[], removedIds: readonly string[]): void
  /** Adds a part of all certificates, which replace the former ones when the last part has arrived. */
  replace(part: readonly SentCertificate[], isFirst: boolean, isLast: boolean): void
}

/** As DER, which takes less memory than text. Issuers are shared by many domains. */
interface Compact {
  leaf: Uint8Array
  key: Uint8Array
  issuers: string
}

/** A context takes about 50 KB. */
const MAX_CONTEXTS = 256
const pemOf = (der: Uint8Array, label: string): string =>
  `-----BEGIN ${label}-----\n${(
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${label}-----\n`
const blocks = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

/** Keeps the certificates of all domains compactly, and the contexts of the most recent ones. */
export function createCertificateStore(): CertificateStore {
  let byDomain = new Map<string, Compact>()
  let arriving: Map<string, Compact> | undefined
  const issuers = new Map<string, string>()
  const contexts = new Map<string, SecureContext>()

  function compact({ chain, key }: SentCertificate): Compact {
    const [leaf = '', ...rest] = chain.match(blocks) ?? []
    const above = rest.join('\n')
    if (!issuers.has(above)) issuers.set(above, above)
    return {
      // Copies of their own: slices would keep larger buffers in memory.
      leaf: Uint8Array.from(new X509Certificate(leaf).raw),
      key: Uint8Array.from(derOf(createPrivateKey(key))),
      issuers: issuers.get(above) ?? above,
    }
  }

  function put(into: Map<string, Compact>, certificate: SentCertificate): void {
    into.set(certificate.domainId, compact(certificate))
    contexts.delete(certificate.domainId)
  }

  return {
    has: (domainId) => byDomain.has(domainId),

    contextOf(domainId) {
      const known = contexts.get(domainId)
      if (known) {
        // The oldest entry of a map is the one that was set first.
        contexts.delete(domainId)
        contexts.set(domainId, known)
        return known
      }
      const found = byDomain.get(domainId)
      if (!found) return undefined
      const context = createSecureContext({
        cert: pemOf(found.leaf, 'CERTIFICATE') + found.issuers,
        key: pemOf(found.key, 'PRIVATE KEY'),
      })
      contexts.set(domainId, context)
      const [oldest] = contexts.keys()
      if (contexts.size > MAX_CONTEXTS && oldest !== undefined) contexts.delete(oldest)
      return context
    },

    change(certificates, removedIds) {
      for (const id of removedIds) {
        byDomain.delete(id)
        arriving?.delete(id)
        contexts.delete(id)
      }
      for (const certificate of certificates) {
        put(byDomain, certificate)
        if (arriving) put(arriving, certificate)
      }
    },

    replace(part, isFirst, isLast) {
      if (isFirst || !arriving) arriving = new Map()
      for (const certificate of part) put(arriving, certificate)
      if (!isLast) return
      byDomain = arriving
      arriving = undefined
      for (const id of contexts.keys()) if (!byDomain.has(id)) contexts.delete(id)
    },
  }
}

const derOf = (key: KeyObject): Buffer => key.export({ type: 'pkcs8', format: 'der' })
