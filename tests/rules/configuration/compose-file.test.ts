import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCompose } from '../../../src/rules/compose/read-compose.ts'
import { readInstanceFile } from '../../../src/rules/compose/read-instance-file.ts'
import { splitCommand } from '../../../src/rules/compose/split-command.ts'
import { substituteVariables } from '../../../src/rules/compose/variables/substitute-variables.ts'
import { writeCompose } from '../../../src/rules/compose/write-compose.ts'
import { configurations } from './configuration-arbitrary.ts'

const servicesOf = (text: string, variables = {}) => {
  const read = readCompose(text, variables)
  if (read.kind === 'problems') throw new Error(JSON.stringify(read.problems))
  return read.file.configuration.services
}
const listed = (text: string) => {
  const read = readCompose(text)
  const lines = (problems: typeof read.notes) =>
    problems.map(({ line, path, message }) => `${line} ${path}: ${message}`)
  return { notes: lines(read.notes), problems: read.kind === 'problems' ? lines(read.problems) : [] }
}
const web = (fields: string) =>
  `services:\n  web:\n    image: nginx\n${fields.replaceAll(/^/gm, '    ')}\n  db: { image: postgres }\n`

test('a configuration that is written as a Compose file and read again is the same', () => {
  fc.assert(
    fc.property(configurations({ hasSecrets: false }), (configuration) => {
      expect(readCompose(writeCompose({ configuration }))).toMatchObject({
        kind: 'configuration',
        file: { configuration },
      })
    }),
    { numRuns: 150 },
  )
})

test('a block of text keeps its last line break, as YAML says', () => {
  const block = (mark: string) => `environment:\n  KEY: ${mark}\n    first\n    second\n  NEXT: x`
  const valueWith = (mark: string) => servicesOf(web(block(mark)))[0]?.environment[0]?.value
  expect(valueWith('|')).toBe('first\nsecond\n')
  expect(valueWith('|-')).toBe('first\nsecond')
  expect(valueWith('>')).toBe('first second\n')
})

test('a Compose file that is written holds no secret', () => {
  const [service] = servicesOf('services:\n  web: { image: nginx }')
  if (!service) throw new Error('There is no service.')
  const environment = [{ name: 'TOKEN', value: 'hush', isSecret: true }]
  const files = [{ path: '/key', content: 'hush', mode: 0o600, isSecret: true }]
  const text = writeCompose({ configuration: { services: [{ ...service, environment, files }] } })
  expect(text).not.toContain('hush')
  expect(text).toContain(`TOKEN: \${TOKEN:?enter its value}`)
})

test('an ordinary Compose file becomes a configuration', () => {
  const text = `name: blog
x-common: &common
  restart: unless-stopped
  user: 1000:1000
services:
  web:
    <<: *common
    image: \${REGISTRY:-ghcr.io}/you/blog:\${TAG}
    command: node "my server.js" --port 8080
    entrypoint: ["/bin/entry"]
    environment: ["DB_URL=postgres://db/blog", "PASSWORD", "PRICE=$$5"]
    ports: ["80:8080", "127.0.0.1:9229:9229", "5353:53/udp", { target: 5000, app_protocol: tcp }]
    expose: [7000]
    depends_on: { db: { condition: service_healthy } }
    deploy: { replicas: 3, resources: { limits: { cpus: "0.25", memory: 256M } } }
    stop_signal: SIGINT
    stop_grace_period: 1m
    working_dir: /app
    configs: [{ source: conf, target: /etc/blog.conf, mode: 0440 }]
    secrets: [key]
  db:
    image: postgres:17
    shm_size: 128mb
    volumes: ["data:/var/lib/postgresql"]
    healthcheck: { test: ["CMD-SHELL", "pg_isready -U blog"], interval: 5s, retries: 10 }
configs: { conf: { content: "on: true" } }
secrets: { key: { environment: KEY } }
volumes: { data: {} }
`
  expect(readCompose(text, { TAG: '2', PASSWORD: 'pw', KEY: 'secret' })).toMatchObject({
    kind: 'configuration',
    file: {
      name: 'blog',
      configuration: {
        services: [
          {
            name: 'web',
            image: 'ghcr.io/you/blog:2',
            command: ['node', 'my server.js', '--port', '8080'],
            entrypoint: ['/bin/entry'],
            user: '1000:1000',
            restartPolicy: 'always',
            environment: [
              { name: 'DB_URL', value: 'postgres://db/blog' },
              { name: 'PASSWORD', value: 'pw' },
              { name: 'PRICE', value: '$5' },
            ],
            ports: [
              { containerPort: 8080, protocol: 'http', exposure: 'public' },
              { containerPort: 9229, protocol: 'http', exposure: 'internal' },
              { containerPort: 53, protocol: 'udp', exposure: 'public' },
              { containerPort: 5000, protocol: 'tcp', exposure: 'public' },
              { containerPort: 7000, protocol: 'tcp', exposure: 'internal' },
            ],
            startAfter: ['db'],
            replicas: 3,
            cpuMilli: 250,
            memoryBytes: 268_435_456,
            stopSignal: 'SIGINT',
            stopGraceMs: 60_000,
            workingDirectory: '/app',
            files: [
              { path: '/etc/blog.conf', content: 'on: true', mode: 0o440, isSecret: false },
              { path: '/run/secrets/key', content: 'secret', isSecret: true },
            ],
          },
          {
            name: 'db',
            sharedMemoryBytes: 134_217_728,
            volumes: [{ name: 'data', mountPath: '/var/lib/postgresql', class: 'beta2' }],
            healthCheck: {
              kind: 'command',
              command: ['/bin/sh', '-c', 'pg_isready -U blog'],
              periodMs: 5000,
              retries: 10,
            },
          },
        ],
      },
    },
  })
})

describe('what cannot be honoured is listed with its line', () => {
  test.each([
    ['privileged: true', '4 services.web.privileged: “privileged” is not supported and has no effect.'],
    ['volumes: ["./site:/srv"]', '4 services.web.volumes.0: A folder of your machine cannot be mounted.'],
    ['volumes: ["/srv"]', '4 services.web.volumes.0: /srv is not kept, because its volume has no name.'],
    ['ports: ["8080:80"]', '4 services.web.ports.0: The host port 8080 is not used.'],
    ['restart: "on-failure:3"', '4 services.web.restart: The number of restarts has no effect.'],
    [`user: "\${WHO}0"`, '4 services.web.user: WHO is not set. Nothing is inserted.'],
    ['cpus: 1', '3 services.web: Compose gives no limits'],
    ['deploy: { placement: {} }', '4 services.web.deploy.placement: “placement” is not supported and has no effect.'],
  ])('%s', (fields, note) => {
    const { notes, problems } = listed(web(fields))
    expect(problems).toEqual([])
    expect(notes.join('\n')).toContain(note)
  })

  test.each([
    ['enviroment: {}', '4 services.web.enviroment: Unknown field “enviroment”. Did you mean “environment”?'],
    ['env_file: .env', '4 services.web.env_file: Write the variables under “environment”'],
    ['environment: [SECRET]', '4 services.web.environment.0: SECRET has no value.'],
    [`user: \${WHO:?who runs it}`, '4 services.web.user: WHO is required: who runs it.'],
    [
      'depends_on: { db: { condition: service_completed_successfully } }',
      '4 services.web.depends_on.db: Longshore cannot wait',
    ],
    ['depends_on: [cache]', '4 services.web.depends_on.0: A service can only start after another service'],
    ['secrets: [key]', '4 services.web.secrets.0: Write the content of “key” into the file'],
    ['mem_limit: lots', '4 services.web.mem_limit: Write a size, such as 512m.'],
    ['command: "a \'b"', '4 services.web.command: A quote is not closed.'],
    ['ports: ["http"]', '4 services.web.ports.0: Write a port such as "8080:80".'],
    ['scale: many', '4 services.web.scale:'],
    [
      'x-longshore: { ipLeese: static }',
      '4 services.web.x-longshore.ipLeese: Unknown field “ipLeese”. Did you mean “ipLease”?',
    ],
  ])('%s is refused', (fields, problem) => {
    expect(listed(web(fields)).problems.join('\n')).toContain(problem)
  })

  test('a service without an image is refused, as Longshore does not build', () => {
    expect(listed('services:\n  web: { build: . }').problems.join('\n')).toContain(
      '2 services.web.build: Longshore does not build',
    )
  })
})

test.each([
  [`\${A}`, 'x'],
  ['$A-$A', 'x-x'],
  [`\${B:-default}`, 'default'],
  [`\${EMPTY:-default}`, 'default'],
  [`\${EMPTY-default}`, ''],
  [`\${B:-\${C:-deep}}`, 'deep'],
  [`\${A:+set}`, 'set'],
  [`\${B:+set}`, ''],
  ['$$A', '$A'],
  ['costs 5$', 'costs 5$'],
  [`\${B}`, ''],
])('%s is replaced by %j', (text, expected) => {
  expect(substituteVariables(text, { A: 'x', EMPTY: '' })).toMatchObject({ text: expected, errors: [] })
})

test('variables of the prototype are not set, and a default of 10,000 levels is refused', () => {
  expect(substituteVariables(`\${constructor}`, {}).unset).toEqual(['constructor'])
  expect(substituteVariables(`\${A:-`.repeat(10_000), {}).errors).not.toEqual([])
  expect(substituteVariables(`\${A`, {}).errors).toEqual([`A brace is missing after \${.`])
  expect(substituteVariables(`\${worker.HOST}`, {}).errors).toEqual([
    `Variables of Compose have no dots. Write $\${worker.…} to have it literally.`,
  ])
})

test('a command line is split as a shell splits it', () => {
  expect(splitCommand(`a "b c" 'd "e' f\\ g "h\\"i" ''`)).toEqual(['a', 'b c', 'd "e', 'f g', 'h"i', ''])
  expect(splitCommand('"a')).toBeNull()
})

test('the format of a file is seen from its name or its fields', () => {
  const formatOf = (text: string, fileName = 'a.yaml') => readInstanceFile(text, { fileName, variables: {} }).format
  expect(formatOf('services: { web: { image: nginx } }', 'docker-compose.prod.yml')).toBe('compose')
  expect(formatOf('services: { web: { image: nginx, restart: always } }')).toBe('compose')
  expect(formatOf('services: { web: { image: nginx, cpu: 1 } }')).toBe('longshore')
})
