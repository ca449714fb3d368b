import 'reflect-metadata'
import { createHash, createPrivateKey, webcrypto } from 'node:crypto'
import {
  cryptoProvider,
  Extension,
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { newKey } from './new-key.ts'

// The library's type names the crypto of browsers, which Node's implements.
cryptoProvider.set(webcrypto as Crypto)

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' } as const
/** Of the extension that answers a TLS-ALPN-01 challenge (RFC 8737). */
const ACME_IDENTIFIER = '1.3.6.1.5.5.7.1.31'
const DAY_MS = 86_400_000

/** The library's types are those of browsers. */
async function keysOf(pem: string): Promise<CryptoKeyPair> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' })
  const privateKey = await webcrypto.subtle.importKey('pkcs8', der, algorithm, true, ['sign'])
  const { d: _, ...jwk } = await webcrypto.subtle.exportKey('jwk', privateKey)
  const publicKey = await webcrypto.subtle.importKey('jwk', { ...jwk, key_ops: ['verify'] }, algorithm, true, [
    'verify',
  ])
  return { privateKey, publicKey } as CryptoKeyPair
}

/** Creates a certificate request, as DER. */
export async function createCsr(key: string, names: readonly string[]): Promise<Buffer> {
  const csr = await Pkcs10CertificateRequestGenerator.create({
    keys: await keysOf(key),
    signingAlgorithm,
    extensions: [new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))],
  })
  return Buffer.from(csr.rawData)
}

/** Creates the certificate that answers a TLS-ALPN-01 challenge. */
export async function createChallengeCertificate(
  name: string,
  keyAuthorization: string,
): Promise<{ name: string; certificate: string; key: string }> {
  const key = newKey()
  const digest = createHash('sha256').update(keyAuthorization).digest()
  // An octet string of 32 bytes.
  const value = Buffer.concat([Buffer.from([0x04, digest.length]), digest])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys: await keysOf(key),
    signingAlgorithm,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 7 * DAY_MS),
    extensions: [
      new SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
      new Extension(ACME_IDENTIFIER, true, value),
    ],
  })
  return { name, certificate: certificate.toString('pem'), key }
}
