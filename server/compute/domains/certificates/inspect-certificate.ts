import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

export interface CertificateFacts {
  issuer: string
  names: string[]
  notBeforeMs: number
  expiresAtMs: number
}

type Inspected =
  | { chain: string; key: string; facts: CertificateFacts }
  | { field: 'certificate' | 'privateKey'; error: string }

const blocks = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
const MAX_CHAIN = 10
const MIN_RSA_BITS = 2048
/** A signature with a larger key keeps the gateway of everybody busy for tens of milliseconds. */
const MAX_RSA_BITS = 4096
const curves = ['prime256v1', 'secp384r1', 'secp521r1']

/** Checks that a chain and its key fit together and to a name, and returns them in the order in which they are sent. */
export function inspectCertificate(given: { chain: string; key: string }, name: string, nowMs: number): Inspected {
  const chain = readChain(given.chain)
  if (typeof chain === 'string') return { field: 'certificate', error: chain }
  const [leaf, ...above] = chain
  const key = readKey(given.key)
  if (typeof key === 'string') return { field: 'privateKey', error: key }
  if (!leaf.checkPrivateKey(key))
    return { field: 'privateKey', error: 'The key does not belong to the first certificate of the chain.' }
  const error = datesError(leaf, nowMs) ?? nameError(leaf, name) ?? chainError([leaf, ...above])
  if (error !== undefined) return { field: 'certificate', error }
  const pem = chain.map(String).join('')
  const keyPem = String(key.export({ type: 'pkcs8', format: 'pem' }))
  try {
    createSecureContext({ cert: pem, key: keyPem })
  } catch {
    return { field: 'certificate', error: 'This certificate cannot be used for TLS: its key or signature is too weak.' }
  }
  return { chain: pem, key: keyPem, facts: certificateFacts(leaf) }
}

export const certificateFacts = (leaf: X509Certificate): CertificateFacts => ({
  issuer: issuerOf(leaf),
  names: namesOf(leaf),
  notBeforeMs: leaf.validFromDate.getTime(),
  expiresAtMs: leaf.validToDate.getTime(),
})

/** Returns what is wrong, or the certificates with the leaf first. */
function readChain(text: string): [X509Certificate, ...X509Certificate[]] | string {
  if (/PRIVATE KEY/.test(text)) return 'This contains a private key. Enter only certificates here.'
  const found = text.match(blocks) ?? []
  if (found.length > MAX_CHAIN) return `A chain has at most ${MAX_CHAIN} certificates.`
  try {
    const [leaf, ...above] = found.map((block) => new X509Certificate(block))
    return leaf ? [leaf, ...above] : 'Enter the certificate as PEM, which begins with -----BEGIN CERTIFICATE-----.'
  } catch {
    return 'This certificate cannot be read.'
  }
}

function readKey(text: string): KeyObject | string {
  if (/ENCRYPTED/.test(text)) return 'This key is encrypted. Decrypt it first.'
  try {
    const key = createPrivateKey(text)
    const { modulusLength = MIN_RSA_BITS, namedCurve } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === 'rsa' && modulusLength < MIN_RSA_BITS)
      return `An RSA key needs at least ${MIN_RSA_BITS} bits.`
    if (key.asymmetricKeyType === 'rsa' && modulusLength > MAX_RSA_BITS)
      return `An RSA key has at most ${MAX_RSA_BITS} bits.`
    if (key.asymmetricKeyType === 'ec' && !curves.includes(namedCurve ?? ''))
      return 'Browsers do not accept this curve.'
    if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ec') return 'Use an RSA or ECDSA key.'
    return key
  } catch {
    return 'Enter the key as a PEM block that is named PRIVATE KEY.'
  }
}

function datesError(leaf: X509Certificate, nowMs: number): string | undefined {
  if (nowMs >= leaf.validToDate.getTime()) return `This certificate expired on ${dayOf(leaf.validToDate)}.`
  if (nowMs < leaf.validFromDate.getTime()) return `This certificate is valid only from ${dayOf(leaf.validFromDate)}.`
  return undefined
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

function nameError(leaf: X509Certificate, name: string): string | undefined {
  const names = namesOf(leaf)
  const isCovered = name.startsWith('*.')
    ? names.includes(name)
    : leaf.checkHost(name, { subject: 'never' }) !== undefined
  return isCovered ? undefined : `This certificate is for ${names.join(', ') || 'no name'}, and not for ${name}.`
}

function chainError(chain: readonly X509Certificate[]): string | undefined {
  for (const [at, certificate] of chain.entries()) {
    const issuer = chain[at + 1]
    const isRoot = certificate.issuer === certificate.subject
    if (!isRoot && /md5|sha1$|sha1with/i.test(certificate.signatureAlgorithm ?? ''))
      return `Certificate ${at + 1} of the chain is signed with ${certificate.signatureAlgorithm}, which browsers do not accept.`
    if ((issuer?.publicKey.asymmetricKeyDetails?.modulusLength ?? 0) > MAX_RSA_BITS)
      return `The key of certificate ${at + 2} has more than ${MAX_RSA_BITS} bits.`
    if (issuer && !(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)))
      return `Certificate ${at + 2} of the chain did not issue certificate ${at + 1}. Put each issuer after what it issued.`
  }
  return undefined
}

const MAX_NAMES = 100

function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName
    .split(', ')
    .flatMap((entry) => /^DNS:([\w*.-]+)$/.exec(entry)?.[1] ?? [])
    .slice(0, MAX_NAMES)
}

function issuerOf({ issuer }: X509Certificate): string {
  const field = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(issuer)?.[1]
  return unescaped(field('O') ?? field('CN') ?? issuer).slice(0, 200)
}

/** Reverses the escapes of RFC 2253, in which a comma is `\,`; a control character becomes a space. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-9A-F]{2}|.)/g, (_escape, what: string) => (what.length === 2 ? ' ' : what))
