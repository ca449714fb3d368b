import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { SentCertificate } from '../control/control-messages.ts'
import { createSharedTexts } from './shared-texts.ts'

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
export function createCertificateStore(issuers = createSharedTexts()): CertificateStore {
  let byDomain = new Map<string, Compact>()
  let arriving: Map<string, Compact> | undefined
  const contexts = new Map<string, SecureContext>()

  function compact({ chain, key }: SentCertificate): Compact {
    const [leaf = '', ...rest] = chain.match(blocks) ?? []
    return {
      // Copies of their own: slices would keep larger buffers in memory.
      leaf: Uint8Array.from(new X509Certificate(leaf).raw),
      key: Uint8Array.from(derOf(createPrivateKey(key))),
      issuers: issuers.take(rest.join('\n')),
    }
  }

  function put(into: Map<string, Compact>, certificate: SentCertificate): void {
    const added = compact(certificate)
    remove(into, certificate.domainId)
    into.set(certificate.domainId, added)
  }

  function remove(from: Map<string, Compact>, domainId: string): void {
    const removed = from.get(domainId)
    if (!removed) return
    from.delete(domainId)
    issuers.release(removed.issuers)
  }

  function removeAll(from: Map<string, Compact>): void {
    for (const id of from.keys()) remove(from, id)
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
        remove(byDomain, id)
        if (arriving) remove(arriving, id)
        contexts.delete(id)
      }
      for (const certificate of certificates) {
        put(byDomain, certificate)
        contexts.delete(certificate.domainId)
        if (arriving) put(arriving, certificate)
      }
    },

    replace(part, isFirst, isLast) {
      if (isFirst && arriving) removeAll(arriving)
      if (isFirst || !arriving) arriving = new Map()
      for (const certificate of part) put(arriving, certificate)
      if (!isLast) return
      removeAll(byDomain)
      byDomain = arriving
      arriving = undefined
      // While the parts arrived, visitors may have had contexts created of the former ones.
      contexts.clear()
    },
  }
}

const derOf = (key: KeyObject): Buffer => key.export({ type: 'pkcs8', format: 'der' })
