import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import type { Domain } from '../../src/contract/wire/domains/domain.ts'
import { type DnsServer, startDnsServer } from '../dns-server.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { insertDomainHolder, insertQuietInstance, setRecords } from './domain-harness.ts'

const ADDRESS = '192.0.2.80'
let nowMs = Date.parse('2026-03-01T00:00:00Z')
let dns: DnsServer
let second: DnsServer
let harness: ComputeHarness
let instanceId: InstanceId
beforeAll(async () => {
  dns = await startDnsServer(['test', 'eth', 'harbourmaster'])
  second = await startDnsServer(['test'])
  harness = await computeHarness({
    now: () => nowMs,
    environment: {
      LONGSHORE_PUBLIC_URL: 'https://console.platform.test',
      LONGSHORE_INSTANCES_URL: 'https://apps.platform.test',
      LONGSHORE_DNS_RESOLVERS: `${dns.address},${second.address}`,
      LONGSHORE_HANDSHAKE_RESOLVERS: dns.address,
      LONGSHORE_ENS_RESOLVERS: dns.address,
      LONGSHORE_DOMAIN_CNAME: 'gateway.platform.test',
      LONGSHORE_DOMAIN_ADDRESSES: ADDRESS,
    },
  })
  instanceId = await insertQuietInstance(harness)
})
afterAll(async () => {
  await harness.close()
  await dns.stop()
  await second.stop()
})

const add = async (type: Domain['type'], name: string, input: Partial<InputOf<'createDomain'>> = {}) =>
  (await harness.call('createDomain', { id: instanceId, type, name, ...input })).domain
/** Checks at once, as if the last check was long ago. */
async function check({ _id: domainId }: Domain): Promise<Domain> {
  nowMs += 60_000
  const row = await harness.store.pool.query('select instance_id from domain where id = $1', [domainId])
  return (await harness.call('verifyDomain', { id: row.rows[0].instance_id, domainId })).domain
}
const both = () => [dns, second]

test('[P7.27] [P3.11] [P4.18] a domain is verified by its TXT and A records, with the reason of every failed check', async () => {
  const made = await harness.call('createDomain', { id: instanceId, type: 'domain', name: 'Harbour.test.' })
  expect(made).toMatchObject({
    message: 'Domain created successfully',
    domain: { type: 'domain', name: 'harbour.test', verified: false, state: 'pending' },
  })
  const [ownership, routing] = made.domain.records
  expect(ownership).toMatchObject({ type: 'TXT', name: '_longshore.harbour.test' })
  expect(routing).toEqual({ purpose: 'routing', type: 'A', name: 'harbour.test', value: ADDRESS })

  const first = await check(made.domain)
  expect(first.verified).toBe(false)
  expect(first.checks.map(({ message }) => message)).toEqual([
    'There is no such record.',
    'There is no such record.',
    'The name does not resolve.',
    'The name does not resolve.',
  ])
  for (const each of both()) {
    await each.set('_longshore.harbour.test', 'TXT', 'longshore-verification=something-else')
    await each.set('harbour.test', 'A', '198.51.100.7')
  }
  const wrong = await check(made.domain)
  expect(wrong.checks[0]).toEqual({
    purpose: 'ownership',
    resolver: dns.address,
    query: 'TXT _longshore.harbour.test',
    expected: [ownership?.value],
    received: ['longshore-verification=something-else'],
    passed: false,
    message: 'The record has another value.',
  })
  expect(wrong.checks[2]).toMatchObject({
    received: ['198.51.100.7'],
    message: 'The name leads to 198.51.100.7 instead.',
  })

  for (const each of both()) await setRecords(each, made.domain)
  expect(await check(made.domain)).toMatchObject({ verified: true, state: 'verified' })
  const { domains, https, unavailableTypes } = await harness.call('readDomains', { id: instanceId })
  expect(unavailableTypes).toEqual([])
  expect(domains.find(({ name }) => name === 'harbour.test')).toMatchObject({ verified: true })
  expect((await harness.instance(instanceId)).domains).toContainEqual({
    _id: made.domain._id,
    type: 'domain',
    name: 'harbour.test',
    verified: true,
  })
  const timeline = { id: instanceId, subject: 'domains', skip: 0, limit: 20 } as const
  const { events } = await harness.call('readInstanceEvents', timeline)
  const own = events.filter(({ data }) => data.domain === 'harbour.test')
  expect(own.map(({ kind, actor }) => [kind, actor?.userId ?? null])).toEqual([
    ['domainVerified', null],
    ['domainAdded', expect.any(String)],
  ])
  expect(https).toMatchObject({ isServed: false, isAutomatic: false })
  expect(https.missing).toContain('LONGSHORE_HTTPS_PORT')
})

test('resolvers that answer differently verify nothing, and each answer is shown', async () => {
  const domain = await add('subdomain', 'split.harbour.test')
  await setRecords(dns, domain)
  const checked = await check(domain)
  expect(checked.verified).toBe(false)
  expect(checked.checks.map(({ resolver, passed }) => [resolver, passed])).toEqual([
    [dns.address, true],
    [second.address, false],
    [dns.address, true],
    [second.address, false],
  ])
  await setRecords(second, domain)
  expect(await check(domain)).toMatchObject({ verified: true })
})

test('an answer that is wrong once takes no verified name off the air, and one that stays wrong is said', async () => {
  const domain = await add('subdomain', 'steady.harbour.test')
  for (const each of both()) await setRecords(each, domain)
  expect(await check(domain)).toMatchObject({ state: 'verified' })
  for (const each of both()) await each.set('steady.harbour.test', 'CNAME', 'elsewhere.test.')
  expect(await check(domain)).toMatchObject({ state: 'verified' })
  for (const each of both()) await setRecords(each, domain)
  expect(await check(domain)).toMatchObject({ state: 'verified' })
  for (const each of both()) await each.set('steady.harbour.test', 'CNAME')
  const states = [await check(domain), await check(domain), await check(domain)].map(({ state }) => state)
  expect(states).toEqual(['verified', 'verified', 'unreachable'])
  for (const each of both()) await setRecords(each, domain)
  expect(await check(domain)).toMatchObject({ state: 'verified' })
})

test('checks repeat by themselves', async () => {
  const domain = await add('subdomain', 'patient.harbour.test')
  for (const each of both()) await setRecords(each, domain)
  await expect
    .poll(
      async () => {
        nowMs += 60_000
        return (await harness.call('readDomain', { id: domain._id })).domain.state
      },
      { timeout: 20_000 },
    )
    .toBe('verified')
  expect((await harness.events()).some((event) => event.kind === 'domainChanged' && event.id === domain._id)).toBe(true)
})

test('only the organisation whose TXT record is there gets a name that two claim, and a dangling one cannot be taken', async () => {
  const rival = await insertDomainHolder(harness, 'contested.test')
  const domain = await add('domain', 'contested.test')
  // The former owner's records still lead here, and nothing else proves the name.
  for (const each of both()) {
    await each.set('contested.test', 'A', ADDRESS)
    await each.set('_longshore.contested.test', 'TXT', `longshore-verification=${rival.proof}`)
  }
  expect(await check(domain)).toMatchObject({ state: 'pending' })
  const [ownership] = domain.records
  for (const each of both())
    await each.set('_longshore.contested.test', 'TXT', `longshore-verification=${rival.proof}`, ownership?.value ?? '')
  const held = await check(domain)
  expect(held.state).toBe('pending')
  expect(held.checks.at(-1)?.message).toContain('Another organisation has verified this name')
  for (const each of both()) await setRecords(each, domain)
  expect(await check(domain)).toMatchObject({ state: 'verified' })
  const { rows } = await harness.store.pool.query('select state from domain where id = $1', [rival.id])
  expect(rows[0].state).toBe('taken')
})

test('Handshake and ENS names are checked by their own resolvers', async () => {
  const named = [await add('handshake-domain', 'harbourmaster'), await add('handshake-subdomain', 'quay.harbourmaster')]
  const ens = await harness.call('createDomain', { id: instanceId, type: 'ens-domain', name: 'harbour.eth' })
  expect(ens.message).toBe('ens-domain created successfully')
  for (const domain of [...named, ens.domain]) {
    await setRecords(dns, domain)
    expect(await check(domain)).toMatchObject({ state: 'verified', name: domain.name })
  }
})

test('a wildcard is checked at one of its names', async () => {
  const domain = await add('subdomain', '*.fleet.harbour.test')
  for (const each of both()) await setRecords(each, domain)
  const checked = await check(domain)
  expect(checked).toMatchObject({ state: 'verified' })
  expect(checked.checks.at(-1)?.query).toMatch(/ check-[0-9a-f]{12}\.fleet\.harbour\.test$/)
})

test('[P7.27] [P8.12] a domain is changed, moved to another instance and removed', async () => {
  const domain = await add('subdomain', 'moving.harbour.test', { containerPort: 8080 })
  const change = (id: InstanceId, input: Partial<InputOf<'updateDomain'>>) =>
    harness.call('updateDomain', { id, domainId: domain._id, ...input })
  expect(await change(instanceId, { redirectToHttps: false, hstsSeconds: 3600 })).toMatchObject({
    message: 'Subdomain updated successfully',
    domain: { redirectToHttps: false, hstsSeconds: 3600, containerPort: 8080 },
  })
  const other = await insertQuietInstance(harness)
  expect((await change(instanceId, { instanceId: other })).domain).toMatchObject({
    instanceId: other,
    containerPort: null,
  })
  await expect(change(instanceId, {})).rejects.toMatchObject({ code: 'notFound' })
  const { message } = await harness.call('deleteDomain', { id: other, domainId: domain._id })
  expect(message).toBe('Subdomain removed successfully')
  await expect(harness.call('readDomain', { id: domain._id })).rejects.toMatchObject({ code: 'notFound' })
})

test('[P7.27] the records of all domains lead to the address and the name of the gateway', async () => {
  const { projectId } = harness
  expect(await harness.call('readCdnRecords', { id: projectId })).toEqual({
    projectId,
    cdnRecord: { recordIpv4V2: ADDRESS, recordCnameV2: 'gateway.platform.test' },
  })
})

test.each([
  ['subdomain', 'shop.apps.platform.test', 'belongs to the platform'],
  ['domain', 'harbour.test', 'This instance has this domain already'],
])('%s %s is rejected at its field', async (type, name, message) => {
  await expect(add(type as Domain['type'], name)).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'name', message: expect.stringContaining(message) }],
  })
})
