import { expect, test } from 'vitest'
import { offeredPlans } from '../../src/catalogue/offered-plans.ts'
import type { Plan, Region } from '../../src/contract/wire/catalogue.ts'
import { noDraft } from '../../src/instances/deploy-drafts.ts'
import { errorsByField, stepOfField, validateSettings } from '../../src/instances/deploy-errors.ts'
import { deploySettings } from '../../src/instances/deploy-settings.ts'
import { noExtras, type PlanExtras, planTotals, storageOf, volumeName } from '../../src/instances/wizard/plan-extras.ts'

const GIB = 1_073_741_824
const size = { cpu: 500, memory: GIB, storage: 5 * GIB }
const disk: PlanExtras = {
  count: 1,
  ipLease: 'dedicated-ip',
  volume: { class: 'beta3', sizeGib: 20, mountPath: '/var/lib/data' },
}
const draft = { ...noDraft('image nginx'), name: 'My Shop' }
const settingsOf = (extras: PlanExtras) =>
  deploySettings({
    template: null,
    version: '',
    image: 'nginx',
    region: 'us-west',
    scalingMode: 'NO_SCALING',
    planId: 'small',
    size: null,
    draft,
    extras,
  })
const errorsOf = (extras: PlanExtras) => errorsByField(validateSettings(settingsOf(extras), null, draft), null, draft)

test('one instance without persistent storage on a shared address is the default [P9.2, P3.10]', () => {
  expect(settingsOf(noExtras)).toMatchObject({ instanceCount: 1, persistentStorage: [], ipLease: 'shared-ip' })
})

test('persistent storage has a class, a size and a mount point, and the address a lease type [P3.10, P4.6]', () => {
  expect(settingsOf(disk)).toMatchObject({
    persistentStorage: [{ name: 'my-shop-data', class: 'beta3', sizeBytes: 20 * GIB, mountPath: '/var/lib/data' }],
    ipLease: 'dedicated-ip',
  })
})

test('the price is that of all replicas, their storage and the address [P9.4]', () => {
  expect(planTotals(size, { ...disk, count: 3 }, 1)).toMatchObject({
    cpu: 1500,
    memory: 3 * GIB,
    storage: 15 * GIB,
    persistentHdd: 0,
    persistentSsd: 0,
    persistentNvme: 20 * GIB,
    addresses: 1,
    publicPorts: 1,
  })
})

test('a plan does not fit where all replicas or the storage class exceed the region [P5.1, P4.14]', () => {
  const region = {
    title: 'Here',
    availability: 'available',
    resources: {
      cpu: 1000,
      memory: 2 * GIB,
      storageEphemeral: 10 * GIB,
      gpu: 0,
      storage: [{ class: 'beta3', size: GIB }],
    },
  } as unknown as Region
  const plans = [{ _id: 'small', name: 'Small', recommendedPlan: false, ...size } as Plan]
  const obstacleWith = (count: number, extras: PlanExtras) =>
    offeredPlans({
      plans,
      custom: null,
      template: null,
      templatePlan: null,
      region,
      count,
      storage: storageOf(extras),
    })[0]?.obstacle
  const full = 'Not enough capacity in Here at present'
  const ofStorage = 'The persistent storage is not available in Here'
  expect([obstacleWith(2, noExtras), obstacleWith(3, noExtras), obstacleWith(1, disk)]).toEqual([null, full, ofStorage])
})

test('an empty number, a relative path and a shared volume are errors of their fields, in the step of the plan', () => {
  const { volume } = disk
  expect(errorsOf({ ...noExtras, count: null })).toEqual({ instanceCount: 'Enter a number.' })
  expect(Object.keys(errorsOf({ ...disk, volume: volume && { ...volume, mountPath: 'data', sizeGib: null } }))).toEqual(
    ['persistentStorage.0.sizeBytes', 'persistentStorage.0.mountPath'],
  )
  expect(errorsOf({ ...disk, count: 2 })).toHaveProperty(['persistentStorage.0'])
  const fromServer = [{ field: 'configuration.services.0.volumes.0.name', message: 'Taken.' }]
  expect(errorsByField(fromServer, null, draft)).toEqual({ 'persistentStorage.0.name': 'Taken.' })
  expect(stepOfField('persistentStorage.0.mountPath')).toBe('how-much')
})

test.each([
  ['Shop', 'shop-data'],
  ['7 Seas', 'seas-data'],
  ['x'.repeat(60), `${'x'.repeat(50)}-data`],
])('the volume of %s is %s', (name, expected) => {
  expect(volumeName(name)).toBe(expected)
})
