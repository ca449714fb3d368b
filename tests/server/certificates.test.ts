import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectCertificate } from '../../server/compute/domains/certificates/inspect-certificate.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { createTestAuthority, type IssuedCertificate, type TestAuthority } from '../certificates.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { insertQuietInstance } from './domain-harness.ts'

let authority: TestAuthority
let harness: ComputeHarness
let instanceId: InstanceId
beforeAll(async () => {
  authority = await createTestAuthority()
  harness = await computeHarness({ environment: { LONGSHORE_DNS_RESOLVERS: '127.0.0.1:9' } })
  instanceId = await insertQuietInstance(harness)
})
afterAll(() => harness.close())

const DAY_MS = 86_400_000
const soon = (days: number) => new Date(Date.now() + days * DAY_MS)
const inspect = (given: { chain: string; key: string }, name = 'www.example.org') => {
  const found = inspectCertificate(given, name, Date.now())
  return 'error' in found ? `${found.field}: ${found.error}` : 'accepted'
}
const rsaKey = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey

test('a chain and a key that fit together and to the name are accepted', async () => {
  const issued = await authority.issue(['www.example.org', '*.example.net'])
  expect(inspect(issued)).toBe('accepted')
  expect(inspect(issued, 'a.example.net')).toBe('accepted')
  expect(inspect(issued, '*.example.net')).toBe('accepted')
})

type Spoil = (issued: IssuedCertificate) => Promise<{ chain: string; key: string }> | { chain: string; key: string }
const other = () => authority.issue(['www.example.org'])

test.each<[string, Spoil, string]>([
  [
    'a key of another certificate',
    async ({ chain }) => ({ chain, key: (await other()).key }),
    'privateKey: The key does not belong',
  ],
  ['no key', ({ chain }) => ({ chain, key: 'nothing' }), 'privateKey: Enter the key as a PEM block'],
  ['an encrypted key', ({ chain }) => ({ chain, key: 'ENCRYPTED PRIVATE KEY' }), 'privateKey: This key is encrypted'],
  ['a huge RSA key', ({ chain }) => ({ chain, key: rsaKey(4104) }), 'privateKey: An RSA key has at most 4096 bits'],
  ['a short RSA key', ({ chain }) => ({ chain, key: rsaKey(1024) }), 'privateKey: An RSA key needs at least 2048 bits'],
  ['no certificate', ({ key }) => ({ chain: 'nothing', key }), 'certificate: Enter the certificate as PEM'],
  ['a key in place of a certificate', ({ key }) => ({ chain: key, key }), 'certificate: This contains a private key'],
  [
    'a broken certificate',
    ({ key }) => ({ chain: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', key }),
    'certificate: This certificate cannot be read',
  ],
  [
    'a chain of another issuer',
    async ({ chain, key }) => ({
      chain: `${chain.split('-----END CERTIFICATE-----')[0]}-----END CERTIFICATE-----\n${(await createTestAuthority()).root}`,
      key,
    }),
    'certificate: Certificate 2 of the chain did not issue',
  ],
])('rejects %s at its field', async (_name, spoil, message) => {
  expect(inspect(await spoil(await other()))).toContain(message)
})

test('rejects a certificate that has expired, is not valid yet, or is for another name', async () => {
  expect(inspect(await authority.issue(['www.example.org'], { from: soon(-9), to: soon(-1) }))).toContain('expired on')
  expect(inspect(await authority.issue(['www.example.org'], { from: soon(2), to: soon(9) }))).toContain(
    'valid only from',
  )
  expect(inspect(await authority.issue(['www.example.com']))).toContain(
    'is for www.example.com, and not for www.example.org',
  )
  expect(inspect(await authority.issue(['a.example.org']), '*.example.org')).toContain('not for *.example.org')
})

test('rejects a certificate that is signed with SHA-1', async () => {
  expect(inspect(await authority.issue(['www.example.org'], { hash: 'SHA-1' }))).toBe(
    'certificate: Certificate 1 of the chain is signed with ecdsa-with-SHA1, which browsers do not accept.',
  )
})

test('the name of the issuer is shown without the escapes of its encoding', async () => {
  const issued = await (await createTestAuthority('Harbour\\, Inc. <\u001b[31mKöln>')).issue(['www.example.org'])
  const found = inspectCertificate(issued, 'www.example.org', Date.now())
  expect('facts' in found && found.facts.issuer).toBe('Harbour, Inc. < [31mKöln>')
})

test('an uploaded certificate is stored sealed, shown with its issuer and expiry, and removed again', async () => {
  const { domain } = await harness.call('createDomain', { id: instanceId, type: 'subdomain', name: 'www.example.org' })
  const { chain, key } = await authority.issue(['www.example.org'])
  const input = { id: instanceId, domainId: domain._id }
  const uploaded = await harness.call('uploadCertificate', { ...input, certificate: chain, privateKey: key })
  expect(uploaded.domain.certificate).toMatchObject({
    state: 'issued',
    source: 'uploaded',
    issuer: 'Test Authority',
    names: ['www.example.org'],
    nextAttemptAt: null,
  })
  const body = key.split('\n')[1] ?? 'nothing'
  const { rows } = await harness.store.pool.query(
    `select (select string_agg(event::text, '') from organization_event)
       || (select string_agg(concat(action, target, after::text), '') from audit_entry)
       || (select string_agg(concat(chain, encode(sealed_key, 'escape')), '') from domain_certificate) as text`,
  )
  expect(rows[0].text).not.toContain(body)
  expect(rows[0].text).toContain('domain.updatedwww.example.org')
  const removed = await harness.call('deleteCertificate', input)
  expect(removed.domain.certificate).toMatchObject({ state: 'none', source: null })
  const { events } = await harness.call('readInstanceEvents', {
    id: instanceId,
    subject: 'domains',
    skip: 0,
    limit: 20,
  })
  expect(events.slice(0, 2).map(({ kind, actor }) => [kind, actor?.userId])).toEqual([
    ['certificateRemoved', harness.userId],
    ['certificateUploaded', harness.userId],
  ])
  await expect(harness.call('deleteCertificate', input)).rejects.toMatchObject({ code: 'notFound' })
  const rejectedUpload = harness.call('uploadCertificate', {
    ...input,
    certificate: chain,
    privateKey: (await other()).key,
  })
  await expect(rejectedUpload).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'privateKey' }] })
})

test('an uploaded certificate that expires is said to have expired', async () => {
  const { domain } = await harness.call('createDomain', { id: instanceId, type: 'subdomain', name: 'old.example.org' })
  const { chain, key } = await authority.issue(['old.example.org'])
  await harness.call('uploadCertificate', { id: instanceId, domainId: domain._id, certificate: chain, privateKey: key })
  await harness.store.pool.query(`update domain_certificate set expires_at = now() where domain_id = $1`, [domain._id])
  await expect
    .poll(async () => (await harness.call('readDomain', { id: domain._id })).domain.certificate.state, {
      timeout: 10_000,
    })
    .toBe('expired')
})

test('types of domains that no resolver of the installation checks are named with the reason', async () => {
  const { unavailableTypes } = await harness.call('readDomains', { id: instanceId })
  expect(unavailableTypes).toEqual([
    { type: 'handshake-domain', reason: expect.stringContaining('LONGSHORE_HANDSHAKE_RESOLVERS') },
    { type: 'handshake-subdomain', reason: expect.stringContaining('LONGSHORE_HANDSHAKE_RESOLVERS') },
    { type: 'ens-domain', reason: expect.stringContaining('LONGSHORE_ENS_RESOLVERS') },
  ])
})
