import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCertificateStore } from '../../server/gateway/certificates/certificate-store.ts'
import { createTestAuthority } from '../certificates.ts'

test('a certificate of any length is served as it was given', async () => {
  const authority = await createTestAuthority()
  const store = createCertificateStore()
  const lengths = new Set<number>()
  // Names of growing length, so that the base64 of some fills its last line.
  for (let length = 1; length <= 48; length += 1) {
    const issued = await authority.issue([`${'a'.repeat(length)}.test`])
    store.change([{ domainId: String(length), ...issued }], [])
    expect(store.contextOf(String(length))).toBeDefined()
    lengths.add(new X509Certificate(issued.chain).raw.length % 48)
  }
  expect(lengths.size).toBeGreaterThan(20)
})

test('certificates that arrive in parts replace the former ones together', async () => {
  const authority = await createTestAuthority()
  const store = createCertificateStore()
  const given = async (domainId: string) => ({ domainId, ...(await authority.issue([`${domainId}.test`])) })
  store.replace([await given('old')], true, true)
  store.replace([await given('first')], true, false)
  expect([store.has('old'), store.has('first')]).toEqual([true, false])
  store.change([await given('changed')], ['first'])
  store.replace([await given('last')], false, true)
  expect(['old', 'first', 'changed', 'last'].map(store.has)).toEqual([false, false, true, true])
  expect(store.contextOf('old')).toBeUndefined()
})
