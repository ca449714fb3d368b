import 'reflect-metadata'
import { createPrivateKey, type KeyObject, randomUUID, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

x509.cryptoProvider.set(webcrypto as Crypto)
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

export interface IssuedCertificate {
  /** PEM, the leaf first, without the root. */
  chain: string
  /** PEM. */
  key: string
}

export interface TestAuthority {
  /** PEM. */
  root: string
  issue(names: readonly string[], options?: { from?: Date; to?: Date; hash?: string }): Promise<IssuedCertificate>
}

const DAY_MS = 86_400_000

/** Creates a certificate authority for tests, with one certificate between its root and those that it issues. */
export async function createTestAuthority(name = 'Test Authority'): Promise<TestAuthority> {
  const rootKeys = await generate()
  const middleKeys = await generate()
  const dates = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + 3650 * DAY_MS) }
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name} Root`,
    keys: rootKeys,
    signingAlgorithm: algorithm,
    ...dates,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  const middle = await x509.X509CertificateGenerator.create({
    subject: `O=${name}, CN=${name}`,
    issuer: root.subject,
    publicKey: middleKeys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: algorithm,
    ...dates,
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true)],
  })
  return {
    root: root.toString('pem'),
    async issue(
      names,
      { from = dates.notBefore, to = new Date(Date.now() + 90 * DAY_MS), hash = algorithm.hash } = {},
    ) {
      const keys = await generate()
      const leaf = await x509.X509CertificateGenerator.create({
        serialNumber: randomUUID().replaceAll('-', ''),
        subject: `CN=${names[0]}`,
        issuer: middle.subject,
        publicKey: keys.publicKey,
        signingKey: middleKeys.privateKey,
        signingAlgorithm: { ...algorithm, hash },
        notBefore: from,
        notAfter: to,
        extensions: [
          new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
          new x509.BasicConstraintsExtension(false),
        ],
      })
      return {
        chain: `${leaf.toString('pem')}\n${middle.toString('pem')}\n`,
        key: pemOf(await exported(keys.privateKey)),
      }
    },
  }
}

const generate = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<CryptoKeyPair>

const exported = async (key: CryptoKey): Promise<KeyObject> =>
  createPrivateKey({
    key: Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)),
    format: 'der',
    type: 'pkcs8',
  })

const pemOf = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }))
