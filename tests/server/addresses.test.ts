import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressPrice } from '../../server/compute/addresses/rows/lease-address.ts'
import { type AddressesHarness, addressesHarness, placeOf } from './addresses-harness.ts'
import { gatewayHarness } from './gateway-harness.ts'
import { until } from './until.ts'

let harness: AddressesHarness
beforeAll(async () => {
  harness = await addressesHarness(['127.20.1.8/30'])
})
afterAll(() => harness.close())

const held = async () => (await harness.call('readProjectAddresses', { id: harness.projectId })).addresses
const available = async (ipsRequested: number) => {
  const { organizationId } = harness
  const input = { ipsRequested, availableCheck: true, region: 'us-west', organizationId }
  return (await harness.call('readPrice', input)).available
}
const openUsage = async () => {
  const { rows } = await harness.store.pool.query<{ subject: string; price: string }>(
    `select subject, daily_price_micros as price from usage_interval where ended_at is null and subject = 'address'`,
  )
  return rows
}

test('a public TCP port of a shared address keeps its port over deployments and while the instance is closed [P4.6]', async () => {
  const id = await harness.lease({})
  const place = placeOf(await harness.inState(id, 'Active'))
  expect(place).toMatchObject({ host: '127.0.0.1', port: expect.any(Number), error: null })
  expect(place?.port).toBeGreaterThanOrEqual(30_000)
  await harness.change(id, { replicas: 2 })
  await harness.inState(id, 'Active')
  expect(placeOf(await harness.instance(id))).toEqual(place)
  await harness.end(id, 'closed')
  await harness.call('redeployInstance', { id })
  expect(placeOf(await harness.inState(id, 'Active'))).toEqual(place)
  await harness.end(id, 'deleted')
  const { rows } = await harness.store.pool.query('select instance_id, released_at is null as held from shared_port')
  expect(rows).toEqual([{ instance_id: null, held: false }])
})

test('a TCP port has an address and no link, and the gateway answers nothing for it [P3.8]', async () => {
  const gateway = await gatewayHarness(harness)
  const id = await harness.lease({
    ports: [{ containerPort: 8080, protocol: 'tcp', exposure: 'public' }],
  })
  const active = await harness.inState(id, 'Active')
  expect(active.latestUrlPreview).toBeNull()
  expect(active.ports.map(({ url }) => url)).toEqual([null])
  expect(placeOf(active)?.port).toEqual(expect.any(Number))
  const [line] = (await harness.lines(active, 'logs')).filter((text) => text.startsWith('Active'))
  expect(line).toBe('Active')
  for (const label of [active.networkName, `8080-${active.networkName}`]) {
    const { status, body } = await gateway.get(`${label}.localhost:4600`)
    expect([status, body.includes('Hello')]).toEqual([404, false])
  }

  await harness.change(id, { ports: [{ containerPort: 8080, protocol: 'http', exposure: 'public' }] })
  const link = await until(async () => (await harness.instance(id)).latestUrlPreview)
  await until(async () => (await gateway.get(new URL(link ?? '').host)).status === 200)
  await gateway.close()
  await harness.end(id, 'deleted')
})

test('a dedicated address is held and counted while the instance runs [P3.2] [P3.3] [P4.6]', async () => {
  const id = await harness.lease({ ipLease: 'dedicated-ip' })
  const [address] = await held()
  expect(address).toMatchObject({ type: 'dedicated', name: '', attachment: { instanceId: id, service: 'web' } })
  expect(placeOf(await harness.inState(id, 'Active'))).toEqual({ host: address?.ip, port: 8080, error: null })
  const { unitPrices } = await harness.call('readUnitPrices', {})
  const [price] = unitPrices
  if (!price) throw new Error('no price')
  expect(await openUsage()).toEqual([{ subject: 'address', price: String(addressPrice(price)) }])
  const { dailyMicros } = await harness.call('readProjectFunds', { id: harness.projectId })
  expect(dailyMicros).toBeGreaterThan(addressPrice(price))
  await harness.end(id, 'closed')
  expect(await held()).toEqual([])
  expect(await openUsage()).toEqual([])
  expect(placeOf(await harness.instance(id))).toBeNull()
  await harness.end(id, 'deleted')
})

test('a static address outlives its instance, and another one takes it by its name [P4.6]', async () => {
  const first = await harness.lease({ ipLease: 'static', staticAddress: 'door' })
  const place = placeOf(await harness.inState(first, 'Active'))
  await expect(harness.lease({ ipLease: 'static', staticAddress: 'door' })).rejects.toMatchObject({
    fields: [{ field: 'configuration.services.0.staticAddress', message: expect.stringContaining('Fleet uses this') }],
  })
  const [address] = await held()
  if (!address) throw new Error('no address')
  await expect(harness.call('releaseAddress', { id: address._id })).rejects.toMatchObject({ code: 'addressInUse' })
  await harness.end(first, 'deleted')
  expect(await held()).toMatchObject([{ name: 'door', ip: place?.host, attachment: null }])
  expect(await openUsage()).toHaveLength(1)

  const second = await harness.lease({ ipLease: 'static', staticAddress: 'door' })
  expect(placeOf(await harness.inState(second, 'Active'))).toEqual(place)
  await harness.change(second, { ipLease: 'shared-ip' })
  await harness.inState(second, 'Active')
  await expect.poll(held).toMatchObject([{ name: 'door', attachment: null }])
  await harness.call('releaseAddress', { id: address._id })
  expect(await held()).toEqual([])
  expect(await openUsage()).toEqual([])
  await harness.end(second, 'deleted')
})

test('availability counts free addresses, and deployments at once never get the same one [P4.14] [P7.5]', async () => {
  expect(await Promise.all([available(4), available(5)])).toEqual(['AVAILABLE', 'NOT_AVAILABLE'])
  const { projectId } = harness
  const { address } = await harness.call('leaseAddress', { id: projectId, name: 'kept', region: 'us-west' })
  await expect(harness.call('leaseAddress', { id: projectId, name: 'kept' })).rejects.toMatchObject({ code: 'invalid' })
  expect(await Promise.all([available(3), available(4)])).toEqual(['AVAILABLE', 'NOT_AVAILABLE'])

  const results = await Promise.allSettled(
    Array.from({ length: 5 }, (_, each) => harness.lease({ ipLease: 'dedicated-ip' }, `Boat ${each}`)),
  )
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(failures).toEqual(['noFreeAddress', 'noFreeAddress'])
  const ips = (await held()).map(({ ip }) => ip)
  expect(new Set(ips).size).toBe(4)
  for (const result of results) if (result.status === 'fulfilled') await harness.end(result.value, 'deleted')
  await harness.call('releaseAddress', { id: address._id })
  expect(await held()).toEqual([])
})

test('a failed update keeps the address of the deployment that serves, and returns what it took', async () => {
  const id = await harness.lease({})
  const place = placeOf(await harness.inState(id, 'Active'))
  await harness.call('updateInstance', {
    id,
    configuration: {
      services: [
        {
          name: 'web',
          image: 'longshore/missing:1',
          cpuMilli: 100,
          memoryBytes: 134_217_728,
          storageBytes: 536_870_912,
          ipLease: 'dedicated-ip',
        },
      ],
    },
  })
  await expect.poll(async () => (await harness.instance(id)).deployments[0]?.status).toBe('Failed')
  expect(await held()).toEqual([])
  expect(placeOf(await harness.instance(id))).toEqual(place)
  await harness.end(id, 'deleted')
})

test('where the gateway cannot listen is shown at the port, until it can', async () => {
  const id = await harness.lease({ ipLease: 'static', staticAddress: 'blocked' })
  const { host = '', port = 0 } = placeOf(await harness.inState(id, 'Active')) ?? {}
  harness.compute.recordListening([{ protocol: 'tcp', address: host, port, code: 'EADDRINUSE' }])
  await expect.poll(async () => placeOf(await harness.instance(id))?.error).toMatch(/Another program/)
  harness.compute.recordListening([])
  await expect.poll(async () => placeOf(await harness.instance(id))?.error).toBeNull()
  const kinds = (await harness.events()).map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['addressCreated', 'instanceChanged']))
  await harness.end(id, 'deleted')
  for (const { _id } of await held()) await harness.call('releaseAddress', { id: _id })
})

test('a project with addresses cannot be deleted', async () => {
  const { projectId } = harness
  await harness.call('leaseAddress', { id: projectId, name: 'last', region: 'us-west' })
  await expect(harness.call('deleteProject', { id: projectId })).rejects.toMatchObject({
    code: 'projectNotEmpty',
    message: expect.stringContaining('IP addresses'),
  })
})
