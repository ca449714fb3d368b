import * as v from 'valibot'
import { expect, test } from 'vitest'
import { autoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import { instanceConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { changeService, startEditing } from '../../../src/instances/configuration/edited-configuration.ts'
import { storedFrom } from '../../../src/instances/configuration/stored-from.ts'
import { typedConfiguration } from '../../../src/instances/configuration/typed-configuration.ts'
import { configurationDifferences } from '../../../src/rules/deployments/configuration-differences.ts'
import { savedConfiguration, storedService } from './sample-service.ts'

const { configuration } = savedConfiguration(1)
const of = (service: Parameters<typeof storedService>[0]) => savedConfiguration(2, storedService(service)).configuration

test('equal configurations have no differences', () => {
  expect(configurationDifferences(configuration, of({}))).toEqual([])
})

test('each field that differs is listed with both values', () => {
  expect(configurationDifferences(configuration, of({ image: 'nginx:1.29', command: null, replicas: 3 }))).toEqual([
    { service: 'app', field: 'Image', before: 'nginx:alpine', after: 'nginx:1.29' },
    { service: 'app', field: 'Command', before: 'serve --port 8080', after: null },
    { service: 'app', field: 'Replicas', before: '2', after: '3' },
  ])
})

test('of variables and files, only the change is known', () => {
  const changed = of({
    environment: [
      { name: 'GREETING', isSecret: false, digest: 'other' },
      { name: 'ADDED', isSecret: true, digest: 'd' },
    ],
    files: [],
  })
  expect(configurationDifferences(configuration, changed)).toEqual([
    { service: 'app', field: 'Variable GREETING', before: 'Hidden value', after: 'Changed' },
    { service: 'app', field: 'Variable PASSWORD', before: 'Hidden value', after: null },
    { service: 'app', field: 'Variable ADDED', before: null, after: 'Hidden value' },
    { service: 'app', field: 'File /etc/app.conf', before: 'Hidden value', after: null },
  ])
})

test('added and removed services are listed with their images', () => {
  const worker = storedService({ name: 'worker' })
  expect(configurationDifferences(configuration, savedConfiguration(2, worker).configuration)).toEqual([
    { service: 'app', field: 'Service', before: 'nginx:alpine', after: null },
    { service: 'worker', field: 'Service', before: null, after: 'nginx:alpine' },
  ])
})

test('settings are shown as users write them', () => {
  const changed = of({
    cpuMilli: 250,
    memoryBytes: 134_217_728,
    ports: [
      { containerPort: 80, protocol: 'http', exposure: 'public' },
      { containerPort: 53, protocol: 'udp', exposure: 'internal' },
    ],
    volumes: [{ name: 'data', class: 'beta2', sizeBytes: 1_073_741_824, mountPath: '/data' }],
    healthCheck: { kind: 'tcp', port: 80, periodMs: 5000, timeoutMs: 1000, retries: 2, startPeriodMs: 30_000 },
    autoscalingRules: v.parse(autoscalingRules, { minReplicas: 1, maxReplicas: 4, cpuPercent: 80 }),
  })
  const after = Object.fromEntries(
    configurationDifferences(configuration, changed).map(({ field, after }) => [field, after]),
  )
  expect(after).toEqual({
    CPU: '0.25 vCPU',
    Memory: '128 MiB',
    Ports: '80 HTTP public, 53 UDP internal',
    Volumes: 'data 1 GiB beta2 at /data',
    'Health check': 'TCP on port 80, every 5 s, timeout 1 s, 2 failures, start period 30 s',
    Autoscaling: '1 to 4 replicas, CPU 80 %, adds after 30 s, removes after 120 s',
  })
})

test('of an edited configuration, typed values are new and kept ones are equal', () => {
  const [service] = startEditing({ number: 1, configuration }).services
  const environment = service?.environment.map((one) => (one.name === 'PASSWORD' ? { ...one, value: 'x' } : one)) ?? []
  const edited = changeService(startEditing({ number: 1, configuration }), 'app', { environment })
  const settings = v.parse(instanceConfiguration, typedConfiguration(edited.services))
  expect(configurationDifferences(configuration, storedFrom(settings, configuration))).toEqual([
    { service: 'app', field: 'Variable PASSWORD', before: 'Hidden value', after: 'Changed' },
  ])
})
