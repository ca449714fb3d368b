import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { afterHours, type FundsHarness, fundsHarness } from './funds-harness.ts'
import { noon } from './ledger-harness.ts'
import type { TestUser } from './organization-harness.ts'

let it: FundsHarness
let owner: TestUser
let viewer: TestUser
let outsider: TestUser
let organizationId: OrganizationId
beforeAll(async () => {
  it = await fundsHarness()
  owner = await it.user('mara')
  viewer = await it.user('nils')
  outsider = await it.user('olga')
})
beforeEach(async () => {
  await it.store.pool.query('delete from organization')
  it.clock.now = noon
  organizationId = await it.organization(owner, 'Quay', [[viewer, 'viewer']])
})
afterAll(() => it.close())

const overdueOf = async (user: TestUser) => (await user.call('GET', `organization/${organizationId}/overdue`)).body
const at = (hours: number) => afterHours(hours).toISOString()

test('an organisation in credit is not overdue, and sees when its credit ends', async () => {
  expect(await overdueOf(owner)).toEqual({
    overdue: false,
    message: '',
    overdueReasons: [],
    overdueResponse: { environments: [] },
    funds: { phase: 'funded', endsAt: null, stopsAt: null, dataUntil: null, balanceMicros: 0, dailyMicros: 0 },
  })
  await it.grant(organizationId, 200n)
  await it.grant(organizationId, 1000n, { scope: 'project/00000000-0000-4000-8000-000000000000' })
  await it.grant(organizationId, 100n, { expiresAt: afterHours(50) })
  await it.use(organizationId, 1)
  expect((await overdueOf(owner)).funds).toEqual({
    phase: 'funded',
    endsAt: at(250),
    stopsAt: null,
    dataUntil: null,
    balanceMicros: 1300,
    dailyMicros: 24,
  })
  expect((await overdueOf(viewer)).funds).toEqual({
    phase: 'funded',
    endsAt: at(250),
    stopsAt: null,
    dataUntil: null,
  })
})

test('[P3.25] [P7.54] what is owed has its amount, its reasons and the projects that cost something', async () => {
  await it.grant(organizationId, 2n)
  const interval = await it.use(organizationId, 1)
  await it.addVolume(organizationId)
  const { rows } = await it.store.pool.query('select project_id from usage_interval where id = $1', [interval])
  await it.pass(5)
  const owing = {
    overdue: true,
    message: 'The balance is used up. Everything is stopped soon.',
    overdueReasons: ['funds'],
    overdueResponse: { exceededFunds: 3, environments: [{ _id: rows[0].project_id, name: 'harbour', amount: 24 }] },
    funds: { phase: 'grace', endsAt: null, stopsAt: at(29), dataUntil: null, balanceMicros: 0, dailyMicros: 24 },
  }
  expect(await overdueOf(owner)).toEqual(owing)
  expect(await overdueOf(viewer)).toEqual({
    ...owing,
    overdueResponse: { environments: [{ _id: rows[0].project_id, name: 'harbour' }] },
    funds: { phase: 'grace', endsAt: null, stopsAt: at(29), dataUntil: null },
  })
  await it.pass(29)
  expect(await overdueOf(owner)).toMatchObject({
    message: 'The balance is used up, and everything is stopped.',
    overdueResponse: { exceededFunds: 27 },
    funds: { phase: 'stopped', stopsAt: null, dataUntil: at(29 + 7 * 24) },
  })
  await it.grant(organizationId, 500n)
  await it.pass(30)
  expect(await overdueOf(owner)).toMatchObject({ overdue: false, overdueResponse: { environments: [] } })
})

test('outsiders and visitors of a public organisation see nothing of it, and without billing there is nothing', async () => {
  await it.store.pool.query('update organization set publicly_accessible = true where id = $1', [organizationId])
  const path = `organization/${organizationId}/overdue`
  expect((await outsider.call('GET', path)).status).toBe(404)
  expect((await it.visit(path)).status).toBe(401)
  await it.use(organizationId, 1)
  await it.pass(5)
  const response = await it.another(undefined, 'off').handlers.readOverdue({
    scope: { organizationId, role: 'owner', permissions: ['billing.read'] },
  } as never)
  expect(response).toMatchObject({ overdue: false, funds: { phase: 'funded', endsAt: null } })
})

test('what metering charges is covered until the forecast, and owed from then on', async () => {
  for (const [general, bound, expiring] of [
    [90, 30, 40],
    [7, 0, 55],
    [0, 61, 20],
    [33, 33, 0],
  ] as const) {
    await it.store.pool.query('delete from organization')
    organizationId = await it.organization(owner, 'Quay')
    it.clock.now = noon
    const interval = await it.use(organizationId, 60)
    const { rows } = await it.store.pool.query('select project_id from usage_interval where id = $1', [interval])
    if (general > 0) await it.grant(organizationId, BigInt(general * 60))
    if (bound > 0) await it.grant(organizationId, BigInt(bound * 60), { scope: `project/${rows[0].project_id}` })
    if (expiring > 0) await it.grant(organizationId, BigInt(expiring * 60), { expiresAt: afterHours(25) })
    await it.meter(5)
    const endMs = Date.parse((await overdueOf(owner)).funds.endsAt) - noon.getTime()
    await it.meter(Math.floor(endMs / 60_000) / 60)
    expect(await it.owed(organizationId)).toBe(0)
    await it.meter(Math.floor(endMs / 60_000) / 60 + 1 / 30)
    expect(await it.owed(organizationId)).toBeGreaterThan(0)
  }
})
