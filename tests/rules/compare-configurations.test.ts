import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  instanceConfiguration,
  type StoredConfiguration,
  type StoredService,
} from '../../src/contract/wire/instance/instance-configuration.ts'
import { compareConfigurations } from '../../src/rules/deployments/compare-configurations.ts'

const size = { cpuMilli: 100, memoryBytes: 134_217_728, storageBytes: 536_870_912 }
const given = { name: 'web', image: 'nginx:1', ...size }
const parse = (services: object[]) => v.safeParse(instanceConfiguration, { services })

const stored = (changes: Partial<StoredService> = {}): StoredConfiguration => {
  const [service] = v.parse(instanceConfiguration, { services: [given] }).services
  if (!service) throw new Error('no service')
  return { services: [{ ...service, environment: [], files: [], ...changes }], privateRegistry: null }
}

test('equal configurations do not differ, whatever the order of their fields', () => {
  const one = stored({
    healthCheck: { kind: 'tcp', port: 80, periodMs: 1, timeoutMs: 2, retries: 3, startPeriodMs: 4 },
  })
  const other = stored({
    healthCheck: { startPeriodMs: 4, retries: 3, timeoutMs: 2, periodMs: 1, port: 80, kind: 'tcp' },
  })
  expect(compareConfigurations(one, other)).toEqual([])
})

test('each field that differs is listed with both values', () => {
  expect(compareConfigurations(stored(), stored({ image: 'nginx:2', replicas: 3 }))).toEqual([
    { kind: 'changed', service: 'web', field: 'image', before: 'nginx:1', after: 'nginx:2' },
    { kind: 'changed', service: 'web', field: 'replicas', before: 1, after: 3 },
  ])
})

test('of variables and files only the names are listed', () => {
  const before = stored({
    environment: [
      { name: 'KEPT', isSecret: true, digest: 'a' },
      { name: 'TOKEN', isSecret: true, digest: 'b' },
      { name: 'OLD', isSecret: false, digest: 'c' },
    ],
  })
  const after = stored({
    environment: [
      { name: 'KEPT', isSecret: true, digest: 'a' },
      { name: 'TOKEN', isSecret: true, digest: 'changed' },
    ],
    files: [{ path: '/etc/app.conf', mode: 420, isSecret: false, digest: 'd' }],
  })
  expect(compareConfigurations(before, after)).toEqual([
    { kind: 'valueChanged', service: 'web', field: 'environment', name: 'TOKEN' },
    { kind: 'removed', service: 'web', field: 'environment', name: 'OLD' },
    { kind: 'added', service: 'web', field: 'files', name: '/etc/app.conf' },
  ])
})

test('services and the registry that differ are listed', () => {
  const before = stored()
  const after = { ...stored({ name: 'api' }), privateRegistry: 'ghcr.io' }
  expect(compareConfigurations(before, after)).toEqual([
    { kind: 'registryChanged', before: null, after: 'ghcr.io' },
    { kind: 'serviceRemoved', service: 'web' },
    { kind: 'serviceAdded', service: 'api' },
  ])
})

test.each([
  ['no service', []],
  ['21 services', Array.from({ length: 21 }, (_, index) => ({ ...given, name: `s${index}` }))],
  ['a repeated name', [given, given]],
  ['a name that is no DNS label', [{ ...given, name: 'Web_1' }]],
  ['a start after an unknown service', [{ ...given, startAfter: ['db'] }]],
  ['a start after itself', [{ ...given, startAfter: ['web'] }]],
  [
    'services that wait for each other',
    [
      { ...given, startAfter: ['db'] },
      { ...given, name: 'db', startAfter: ['cache'] },
      { ...given, name: 'cache', startAfter: ['web'] },
    ],
  ],
  ['no replica', [{ ...given, replicas: 0 }]],
  ['101 replicas', [{ ...given, replicas: 101 }]],
  ['a path that leaves its folder', [{ ...given, files: [{ path: '/etc/../root/.ssh', content: '' }] }]],
  [
    'a port of both protocols twice',
    [{ ...given, ports: [{ containerPort: 80 }, { containerPort: 80, protocol: 'tcp' }] }],
  ],
  [
    'two volumes at one path',
    [{ ...given, volumes: ['a', 'b'].map((name) => ({ name, class: 'beta2', sizeBytes: 2e9, mountPath: '/data' })) }],
  ],
  [
    'rules with a maximum below the minimum',
    [{ ...given, autoscalingRules: { minReplicas: 2, maxReplicas: 1, cpuPercent: 50 } }],
  ],
])('a configuration with %s is rejected', (_what, services) => {
  expect(parse(services).success).toBe(false)
})

test('a port may be used for TCP and UDP at once, and services may wait for others', () => {
  const ports = [
    { containerPort: 53, protocol: 'tcp' },
    { containerPort: 53, protocol: 'udp' },
  ]
  expect(
    parse([
      { ...given, ports, startAfter: ['db'] },
      { ...given, name: 'db' },
    ]).success,
  ).toBe(true)
})
