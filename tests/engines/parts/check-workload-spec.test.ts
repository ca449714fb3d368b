import { describe, expect, test } from 'vitest'
import type { WorkloadSpec } from '../../../server/engines/engine.ts'
import { checkWorkloadSpec } from '../../../server/engines/spec/check-workload-spec.ts'

const megabyte = 1024 * 1024
const file = (path: string, bytes = 1, mode = 0o400) => ({ path, content: new Uint8Array(bytes), mode })
const mount = (path: string, volumeId = 'data', isReadOnly = false) => ({ volumeId, path, isReadOnly })
const network = (networkId: string, ...aliases: string[]) => ({ networkId, aliases })

function fieldOf(overrides: Partial<WorkloadSpec>): string | undefined {
  const spec: WorkloadSpec = {
    id: 'one',
    image: 'any',
    environment: {},
    ports: [],
    limits: { cpuMilli: 1000, memoryBytes: 64 * megabyte },
    labels: {},
    ...overrides,
  }
  try {
    checkWorkloadSpec(spec)
    return undefined
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalidSpec' })
    return (error as Error).message.split(': ')[0]
  }
}

describe('files', () => {
  test.each([
    'etc/one',
    '',
    '/',
    '/etc/../root/one',
    '/etc/./one',
    '/etc//one',
    '/etc/one/',
    '/..',
    '/etc/one\0',
    '/etc/one\n',
    '/proc/sys/kernel/core_pattern',
    '/sys/one',
    '/dev/one',
    '/proc',
    '/etc/hosts',
    '/sbin/docker-init',
    `/${'a'.repeat(256)}`,
    `/${'a/'.repeat(600)}b`,
  ])('rejects the path %j', (path) => {
    expect(fieldOf({ files: [file('/etc/fine'), file(path)] })).toBe('files.1.path')
  })

  test.each(['/one', '/etc/..one/...', '/etc/hosts.d/one', '/processes/one', '/etc/ä b'])(
    'accepts the path %j',
    (path) => {
      expect(fieldOf({ files: [file(path)] })).toBeUndefined()
    },
  )

  test('rejects two files at one path or one below the other', () => {
    expect(fieldOf({ files: [file('/one'), file('/one')] })).toBe('files.0.path')
    expect(fieldOf({ files: [file('/one/two'), file('/one')] })).toBe('files.1.path')
    expect(fieldOf({ files: [file('/one-two'), file('/one')] })).toBeUndefined()
  })

  test('rejects modes with more than permission bits', () => {
    for (const mode of [0o4755, -1, 1.5, Number.NaN])
      expect(fieldOf({ files: [file('/one', 1, mode)] })).toBe('files.0.mode')
  })

  test('limits count and size', () => {
    expect(fieldOf({ files: Array.from({ length: 101 }, (_, index) => file(`/f${index}`)) })).toBe('files')
    expect(fieldOf({ files: [file('/one', megabyte + 1)] })).toBe('files.0.content')
    expect(fieldOf({ files: [1, 2, 3, 4, 5].map((name) => file(`/${name}`, megabyte)) })).toBe('files')
    expect(fieldOf({ files: [1, 2, 3, 4].map((name) => file(`/${name}`, megabyte)) })).toBeUndefined()
  })
})

test('rejects mounts that hide one another, the system or a file', () => {
  expect(fieldOf({ mounts: [mount('/')] })).toBe('mounts.0.path')
  expect(fieldOf({ mounts: [mount('/proc')] })).toBe('mounts.0.path')
  expect(fieldOf({ mounts: [mount('/data/..')] })).toBe('mounts.0.path')
  expect(fieldOf({ mounts: [mount('/data'), mount('/data', 'other')] })).toBe('mounts.1.path')
  expect(fieldOf({ mounts: [mount('/data'), mount('/other')] })).toBe('mounts.1.volumeId')
  expect(fieldOf({ mounts: [mount('/data/volume')], files: [file('/data')] })).toBe('mounts.0.path')
  expect(fieldOf({ mounts: [mount('/data', 'data', true)], files: [file('/data/one')] })).toBe('mounts.0.isReadOnly')
  expect(
    fieldOf({ mounts: [mount('/data'), mount('/data/below', 'other')], files: [file('/data/one')] }),
  ).toBeUndefined()
})

test('rejects names that no host has', () => {
  for (const alias of ['', 'Web', 'a_b', '-a', 'a-', 'a..b', 'a b', '*', 'ä', 'a'.repeat(64), `${'a.'.repeat(127)}`])
    expect([alias, fieldOf({ networks: [network('n', alias)] })]).toEqual([alias, 'networks.0.aliases'])
  expect(fieldOf({ networks: [network('n', 'web', 'web.shop', '1-a')] })).toBeUndefined()
  expect(fieldOf({ networks: [network('n'), network('n')] })).toBe('networks.1.networkId')
})

test('rejects other fields by name', () => {
  expect(fieldOf({ user: 'root --privileged' })).toBe('user')
  expect(fieldOf({ user: '1000:app' })).toBeUndefined()
  expect(fieldOf({ workingDirectory: 'tmp' })).toBe('workingDirectory')
  expect(fieldOf({ workingDirectory: '/' })).toBeUndefined()
  expect(fieldOf({ entrypoint: [] })).toBe('entrypoint')
  expect(fieldOf({ stopSignal: 'SIGNOTHING' })).toBe('stopSignal')
  for (const stopSignal of ['SIGINT', 'SIGRTMIN+3']) expect(fieldOf({ stopSignal })).toBeUndefined()
  expect(fieldOf({ ports: [{ containerPort: 53 }, { containerPort: 53, protocol: 'udp' }] })).toBeUndefined()
  expect(fieldOf({ ports: [{ containerPort: 53 }, { containerPort: 53, protocol: 'tcp' }] })).toBe('ports.1')
  const limits = (sharedMemoryBytes: number) => ({ cpuMilli: 1000, memoryBytes: megabyte, sharedMemoryBytes })
  for (const bytes of [0, -1, 1.5, 2 * megabyte])
    expect(fieldOf({ limits: limits(bytes) })).toBe('limits.sharedMemoryBytes')
  expect(fieldOf({ limits: limits(megabyte) })).toBeUndefined()
})
