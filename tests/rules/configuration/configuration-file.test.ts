import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfiguration } from '../../../src/rules/configuration/read-configuration.ts'
import { writeConfiguration } from '../../../src/rules/configuration/write-configuration.ts'
import { configurations } from './configuration-arbitrary.ts'

const web = (fields: string) => `services:
  web:
    image: nginx:1
    cpu: 0.5
    memory: 512Mi
    storage: 1Gi
${fields.replaceAll(/^/gm, '    ')}
`
const problemsOf = (text: string) => {
  const read = readConfiguration(text)
  if (read.kind !== 'problems') throw new Error('The file was accepted.')
  return read.problems.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`)
}
const serviceOf = (text: string) => {
  const read = readConfiguration(text)
  if (read.kind !== 'configuration') throw new Error(JSON.stringify(read.problems))
  return read.file.configuration.services[0]
}

test('a configuration that is written as a file and read again is the same', () => {
  fc.assert(
    fc.property(configurations({ hasSecrets: true }), (configuration) => {
      const text = writeConfiguration({ name: 'shop', region: 'us-west', configuration })
      const file = { name: 'shop', region: 'us-west', configuration }
      expect(readConfiguration(text)).toEqual({ kind: 'configuration', file, notes: [], locate: expect.any(Function) })
    }),
    { numRuns: 150 },
  )
})

test('values that the server does not return are written as kept, and stay unset when they come back', () => {
  const environment = [
    { name: 'PASSWORD', isSecret: true },
    { name: 'MODE', isSecret: false },
  ]
  const files = [{ path: '/etc/key', mode: 0o600, isSecret: true }]
  const base = serviceOf(web(''))
  if (!base) throw new Error('There is no service.')
  const text = writeConfiguration({ configuration: { services: [{ ...base, environment, files }] } })
  expect(text).toContain('PASSWORD:\n        secret: true\n        keep: true')
  expect(serviceOf(text)).toMatchObject({ environment, files })
})

test('quantities are read in words', () => {
  const service = serviceOf(
    web(`sharedMemory: 64Mi
stopGrace: 1m30s
healthCheck: { kind: tcp, port: 80, period: 1.5s, timeout: 500ms }
files: [{ path: /a, content: x, mode: 0600 }]
environment: { VERSION: 1.10, ON: TRUE, PORT: 8080 }`).replace('cpu: 0.5', 'cpu: 250m'),
  )
  expect(service).toMatchObject({
    cpuMilli: 250,
    memoryBytes: 536_870_912,
    sharedMemoryBytes: 67_108_864,
    stopGraceMs: 90_000,
    healthCheck: { periodMs: 1500, timeoutMs: 500 },
    files: [{ mode: 0o600 }],
    environment: [{ value: '1.10' }, { value: 'TRUE' }, { value: '8080' }],
  })
})

test.each([
  [
    'an unknown field, with a suggestion',
    web('enviroment: {}'),
    '7:5 services.web.enviroment: Unknown field “enviroment”. Did you mean “environment”?',
  ],
  [
    'a field in another spelling',
    web('health_check: {}'),
    '7:5 services.web.health_check: Unknown field “health_check”. Did you mean “healthCheck”?',
  ],
  ['an unknown field far from all others', web('zzzzzzzz: 1'), '7:5 services.web.zzzzzzzz: Unknown field “zzzzzzzz”.'],
  ['a value of the contract', web('replicas: 200'), '7:15 services.web.replicas: At most 100 replicas.'],
  ['a choice', web('ipLease: shared'), '7:14 services.web.ipLease: Must be one of: shared-ip, dedicated-ip, static.'],
  ['a value in a list', web('ports:\n  - port: 0'), '8:15 services.web.ports.0.port: Must be from 1 to 65535.'],
  [
    'a size without meaning',
    web('sharedMemory: 5 potatoes'),
    '7:19 services.web.sharedMemory: Write a value such as 512Mi.',
  ],
  [
    'a duration without a unit',
    web('stopGrace: 30'),
    '7:16 services.web.stopGrace: Write a time with its unit, such as 500ms, 30s or 1m30s.',
  ],
  ['a name that is no DNS label', 'services:\n  Web_1: {}', '2:3 services.Web_1'],
  ['an empty variable', web('environment:\n  A:'), '8:7 services.web.environment.A: Write "" for an empty value'],
  [
    'a secret without a value',
    web('environment: { A: { secret: true } }'),
    '7:20 services.web.environment.A: Write the value, or “keep: true”',
  ],
  [
    'a command in one text',
    web('command: node server.js'),
    '7:14 services.web.command: Write a list, such as ["node", "server.js"].',
  ],
  ['an unknown service to start after', web('startAfter: [db]'), '7:18 services.web.startAfter.0: A service can only'],
  [
    'a circle of services',
    web('startAfter: [db]') + web('startAfter: [web]').replace('services:\n  web:', '  db:'),
    '7:17 services.web.startAfter: Services wait',
  ],
  ['the same key twice', web('user: a\nuser: b'), '8:5 : “user” is there twice.'],
  ['a tab', 'services:\n\tweb: {}', '2:1 : Tabs are not allowed as indentation'],
  ['a list at the top', '- a', '1:1 : Write a map with the field “services”.'],
  ['nothing', '', '1:1 : Write a map with the field “services”.'],
])('finds %s at its line', (_what, text, message) => {
  expect(problemsOf(text).join('\n')).toContain(message)
})

test('a missing field is named at the service that lacks it, by its name in the file', () => {
  expect(problemsOf('services:\n  web:\n    image: nginx\n    cpu: 1')).toEqual([
    '2:3 services.web.memory: Required.',
    '2:3 services.web.storage: Required.',
  ])
})

test('all problems are found at once, in the order of the file', () => {
  const lines = problemsOf(web('replicas: 0\nimgae: x\nuser: "a b"')).map((line) => line.split(' ')[1])
  expect(lines).toEqual(['services.web.replicas:', 'services.web.imgae:', 'services.web.user:'])
})

test('a key of the prototype is a key', () => {
  expect(serviceOf(web('environment: { __proto__: a, constructor: b }'))?.environment.map(({ name }) => name)).toEqual([
    '__proto__',
    'constructor',
  ])
  expect(problemsOf(web('toString: 1\n__proto__: 2'))).toHaveLength(2)
})

test('an error of the server is located by its path in the configuration', () => {
  const read = readConfiguration(web('volumes:\n  - { name: data, class: beta2, size: 1Gi, mountPath: /data }'))
  if (read.kind !== 'configuration') throw new Error('The file is invalid.')
  expect(read.locate('services.0.volumes', 'No.')).toEqual({
    line: 8,
    column: 7,
    path: 'services.web.volumes',
    message: 'No.',
  })
  expect(read.locate('services.0.volumes.0.sizeBytes', 'No.')).toMatchObject({
    column: 43,
    path: 'services.web.volumes.0.size',
  })
  expect(read.locate('services.0.stopSignal', 'No.')).toMatchObject({ line: 2, path: 'services.web.stopSignal' })
  expect(read.locate('other', 'No.')).toEqual({ line: 1, column: 1, path: 'other', message: 'No.' })
})
