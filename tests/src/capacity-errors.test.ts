import { expect, test } from 'vitest'
import { offeredPlans } from '../../src/catalogue/offered-plans.ts'
import type { Plan, Region } from '../../src/contract/wire/catalogue.ts'
import { serviceDraft } from '../../src/instances/configuration/service-draft.ts'
import { stepOfField } from '../../src/instances/deploy-errors.ts'
import { capacityErrorFields, capacityErrors, hasCapacity } from '../../src/instances/wizard/capacity-errors.ts'
import { noExtras, planTotals } from '../../src/instances/wizard/plan-extras.ts'
import { storedService } from './configuration/sample-service.ts'

const GIB = 1_073_741_824
const region = {
  title: 'US West',
  availability: 'available',
  ip_supported: true,
  resources: { cpu: 1000, memory: GIB, storageEphemeral: 10 * GIB, gpu: 0, storage: [] },
} as unknown as Region
const plan = (id: string, cpu: number) =>
  ({ _id: id, name: id, cpu, memory: GIB / 2, storage: GIB, recommendedPlan: false }) as Plan

const errorsOf = (
  { in: where = region, chosen = 'small', isRejected = false, extras = noExtras } = {} as {
    in?: Region
    chosen?: string
    isRejected?: boolean
    extras?: typeof noExtras
  },
) => {
  const offers = offeredPlans({
    plans: [plan('small', 500), plan('large', 4000)],
    custom: null,
    template: null,
    templatePlan: null,
    region: where,
  })
  const offer = offers.find(({ id }) => id === chosen) ?? null
  const needed = offer && planTotals(offer.size, extras, 0)
  return capacityErrors({ region: where, offers, offer, needed, isRejected })
}

test('a plan that its region cannot hold is an error of the plan, with the reason [P4.14] [P5.1]', () => {
  expect(errorsOf()).toEqual({})
  expect(errorsOf({ chosen: 'large' })).toEqual({
    size: 'Not enough capacity in US West at present. Choose another plan or another region.',
  })
  expect(errorsOf({ extras: { ...noExtras, count: 3 } }).size).toContain('Not enough capacity in US West')
  expect(errorsOf({ isRejected: true }).size).toContain('Not enough capacity in US West')
})

test('a region without any capacity is an error of the region [P4.14]', () => {
  expect(errorsOf({ in: { ...region, availability: 'not_available' } })).toEqual({
    region: 'US West has no capacity at present. Choose another region.',
  })
})

test('while the engine cannot be reached, capacity is unknown and nothing is an error [P4.5] [P4.14]', () => {
  const unknown = { ...region, availability: 'unknown' } as Region
  expect(errorsOf({ in: unknown, chosen: 'large' })).toEqual({})
  const needed = planTotals({ cpu: 4000, memory: GIB, storage: GIB }, noExtras, 0)
  expect(hasCapacity(unknown, needed)).toBeNull()
  expect(hasCapacity(region, needed)).toBe(false)
})

test('a dedicated address in a region without any, or without a free one, is an error of the lease [P4.14]', () => {
  const extras = { ...noExtras, ipLease: 'dedicated-ip' as const }
  expect(errorsOf({ extras })).toEqual({})
  expect(errorsOf({ extras, in: { ...region, ip_supported: false } as Region })).toEqual({
    addresses: 'US West has no IP addresses to lease. Use the shared IP or choose another region.',
  })
  expect(errorsOf({ extras, isRejected: true }).addresses).toContain('No IP address is free in US West')
})

test('a storage class that the region lacks is an error of the volume [P4.14] [P5.1]', () => {
  const volume = { class: 'beta2' as const, sizeGib: 20, mountPath: '/data' }
  const extras = { ...noExtras, volume }
  expect(errorsOf({ extras }).volumes?.message).toBe('US West does not offer SSD storage.')
  const storage = [{ class: 'beta2' as const, size: 10 * GIB }]
  const small = { ...region, resources: { ...region.resources, storage } }
  const { volumes } = errorsOf({ in: small, extras })
  expect(volumes?.message).toBe('US West does not offer that much SSD storage.')
  expect(errorsOf({ in: small, extras: { ...extras, volume: { ...volume, sizeGib: 5 } } })).toEqual({})
  const kept = { ...serviceDraft(storedService()), key: 'db' }
  const mounts = [{ name: 'data', class: 'beta2' as const, sizeBytes: GIB, mountPath: '/data' }]
  const services = [{ ...kept, kept: { ...kept.kept, volumes: mounts } }]
  expect(capacityErrorFields({ ...(volumes && { volumes }) }, services)).toEqual({
    'service db volumes.0.class': 'US West does not offer that much SSD storage.',
  })
})

test('each error stands at a field of the step that decides it [P4.14]', () => {
  const errors = { region: 'r', size: 's', addresses: 'a' }
  const single = capacityErrorFields(errors, null)
  expect(single).toEqual({ region: 'r', machineImageId: 's', ipLease: 'a' })
  expect(Object.keys(single).map(stepOfField)).toEqual(['where', 'how-much', 'how'])
  const shared = serviceDraft(storedService())
  const leased = { ...shared, key: 'db', kept: { ...shared.kept, ipLease: 'static' as const } }
  const several = capacityErrorFields(errors, [shared, leased])
  expect(several).toEqual({ region: 'r', capacity: 's', 'service db ipLease': 'a' })
  expect(Object.keys(several).map(stepOfField)).toEqual(['where', 'how-much', 'how'])
})
