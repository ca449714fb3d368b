import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCertificateStore } from '../../server/gateway/certificates/certificate-store.ts'
import { createSharedTexts } from '../../server/gateway/certificates/shared-texts.ts'
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

test('a visitor who comes while the parts arrive does not keep the former certificate', async () => {
  const authority = await createTestAuthority()
  const store = createCertificateStore()
  const given = async (domainId: string) => ({ domainId, ...(await authority.issue([`${domainId}.test`])) })
  store.replace([await given('shop')], true, true)
  store.replace([await given('shop')], true, false)
  const former = store.contextOf('shop')
  store.replace([await given('other')], false, true)
  expect(former).toBeDefined()
  expect(store.contextOf('shop')).not.toBe(former)
})

test('issuers are kept once, and until the last certificate of theirs is gone', async () => {
  const [one, two] = await Promise.all([createTestAuthority('One'), createTestAuthority('Two')])
  const issuers = createSharedTexts()
  const store = createCertificateStore(issuers)
  const given = async (domainId: string, by = one) => ({ domainId, ...(await by.issue([`${domainId}.test`])) })
  store.change([await given('a'), await given('b'), await given('c', two)], [])
  expect(issuers.size).toBe(2)
  store.change([await given('c')], ['a'])
  expect(issuers.size).toBe(1)
  store.change([], ['b'])
  expect(issuers.size).toBe(1)
  store.change([], ['c', 'unknown'])
  expect(issuers.size).toBe(0)

  store.change([await given('a')], [])
  store.replace([await given('a', two)], true, false)
  store.change([await given('b')], ['a'])
  store.replace([await given('c', two)], true, true)
  expect(issuers.size).toBe(1)
  store.change([], ['c'])
  expect(issuers.size).toBe(0)
})
