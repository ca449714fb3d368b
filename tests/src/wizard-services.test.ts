import { expect, test } from 'vitest'
import type { UnitPrice } from '../../src/contract/wire/catalogue.ts'
import { deploymentTypes } from '../../src/contract/wire/catalogue.ts'
import { blankService } from '../../src/instances/configuration/service-draft.ts'
import { noDraft } from '../../src/instances/deploy-drafts.ts'
import { shownErrors, stepOfField } from '../../src/instances/deploy-errors.ts'
import { deploymentSources, editsServices } from '../../src/instances/wizard/deployment-types.ts'
import { reviewLines, variablesText } from '../../src/instances/wizard/review-lines.ts'
import { dailyPriceOfTotals, serviceTotals } from '../../src/instances/wizard/service-totals.ts'
import {
  formErrors,
  servicesErrors,
  servicesRejections,
  servicesSettings,
} from '../../src/instances/wizard/services-settings.ts'

const GIB = 1_073_741_824
const service = (name: string, change = {}) => ({ ...blankService(`New-${name}`), name, image: 'nginx', ...change })
const region = { region: 'us-west', scalingMode: 'NO_SCALING' as const }
const draft = noDraft('services file')
const settingsOf = (services: ReturnType<typeof service>[]) =>
  servicesSettings({ template: null, region, draft, services })

test('an error that a step has shown does not stay for another kind of deployment', () => {
  const tried = { kind: 'compute template', steps: ['what' as const] }
  expect(shownErrors({ image: 'Choose a template.', name: 'Required.' }, tried, 'compute template')).toEqual({
    image: 'Choose a template.',
  })
  expect(shownErrors({ image: 'Choose a template.' }, tried, 'multiservice template')).toEqual({})
})

test('the review names volumes, variables, files, the start order, the lease and the health check of a service', () => {
  const { kept, healthCheck } = blankService('')
  const volume = { name: 'data', class: 'beta2' as const, sizeBytes: 3 * GIB, mountPath: '/data' }
  const web = service('web', {
    kept: {
      ...kept,
      volumes: [volume],
      ipLease: 'dedicated-ip',
      startAfter: ['New-db'],
      files: [{ path: '/etc/web.conf', content: 'hidden', mode: 0o644, isSecret: false }],
    },
    environment: [
      { name: 'A', value: '1', isSecret: false, isSaved: false },
      { name: 'B', value: 'hidden', isSecret: true, isSaved: false },
    ],
    healthCheck: { ...healthCheck, kind: 'http', path: '/up', port: '80' },
  })
  expect(Object.fromEntries(reviewLines(web, [web, service('db')]).map(({ term, value }) => [term, value]))).toEqual({
    'Volumes of web': 'data, 3 GiB SSD at /data',
    'Variables of web': '2, 1 secret: A, B',
    'Configuration files of web': '/etc/web.conf',
    'web starts after': 'db',
    'IP lease of web': 'Dedicated IP',
    'Health check of web': 'HTTP /up on port 80',
  })
  expect(variablesText([])).toBe('None')
})

test('there are three types of deployment, and a cluster is one of the sources [P1.1, P3.10]', () => {
  expect(deploymentTypes).toEqual(['compute', 'accelerate', 'multiservice'])
  expect(deploymentSources).toEqual(expect.arrayContaining(['template', 'cluster', 'image']))
})

test('several services and files are edited as whole services', () => {
  expect(editsServices({ type: 'compute', from: 'image' })).toBe(false)
  expect(editsServices({ type: 'compute', from: 'file' })).toBe(true)
  expect(editsServices({ type: 'multiservice', from: 'template' })).toBe(true)
})

test('the price is that of all replicas of all services, their volumes and addresses [P9.4]', () => {
  const volume = { name: 'data', class: 'beta2' as const, sizeBytes: 3 * GIB, mountPath: '/data' }
  const { kept } = blankService('')
  const services = [
    service('web', { cpu: 1, memoryMib: 1024, storageGib: 1, replicas: 3 }),
    service('db', {
      cpu: 0.5,
      memoryMib: 512,
      storageGib: 2,
      kept: { ...kept, volumes: [volume], ipLease: 'dedicated-ip' },
    }),
  ]
  const totals = serviceTotals(services)
  expect(totals).toMatchObject({ cpu: 3500, memory: 3.5 * GIB, storage: 5 * GIB, persistentSsd: 3 * GIB, addresses: 1 })
  const price: UnitPrice = {
    ...region,
    cpu: 30_000_000,
    memory: 3_000_000,
    hdEphemeral: 300_000,
    persistentStorageHDD: 0,
    persistentStorageSSD: 600_000,
    persistentStorageNVME: 0,
    ip: 6_000_000,
  }
  // 105 + 10.5 + 1.5 + 1.8 + 6 dollars a month.
  expect(dailyPriceOfTotals(totals, [price], 'us-west')).toBe(124_800_000 / 30)
  expect(dailyPriceOfTotals(totals, [price], 'mars')).toBeNull()
  expect(serviceTotals([service('new', { cpu: null, replicas: null })])).toMatchObject({ cpu: 0, memory: 0 })
})

test('the request has the whole configuration, and no plan', () => {
  const settings = settingsOf([service('web')])
  expect(settings).toMatchObject({ name: 'nginx', region: 'us-west', templateId: null })
  expect(settings.configuration?.services[0]).toMatchObject({ name: 'web', cpuMilli: 500, ipLease: 'shared-ip' })
  expect(settings).not.toHaveProperty('machineImageId')
  expect(servicesErrors(settings, [service('web')])).toEqual({})
})

test('an error stands at the field of its service, in the step that shows it', () => {
  const services = [service('web', { image: '', replicas: 0 })]
  const errors = servicesErrors({ ...settingsOf(services), name: '' }, services)
  expect(Object.keys(errors).map((field) => [field, stepOfField(field)])).toEqual([
    ['name', 'how'],
    ['service New-web image', 'how'],
    ['service New-web replicas', 'how-much'],
  ])
  expect(formErrors(errors)).toHaveProperty('New-web image')
  const rejected = [
    { field: 'configuration.services.0.volumes', message: 'A volume is not supported.' },
    { field: 'region', message: 'Closed.' },
  ]
  expect(servicesRejections(rejected, services)).toEqual({
    'service New-web volumes': 'A volume is not supported.',
    region: 'Closed.',
  })
})
