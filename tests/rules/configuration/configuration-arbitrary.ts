import fc from 'fast-check'
import * as v from 'valibot'
import {
  type InstanceConfiguration,
  instanceConfiguration,
} from '../../../src/contract/wire/instance/instance-configuration.ts'

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,6}[a-z0-9])?$/)
const variableName = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/),
  fc.constantFrom('__proto__', 'constructor', 'null', 'true', 'yes'),
)
/** Text that YAML could take for something else. */
const value = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '1.10',
    '0644',
    'true',
    'null',
    '~',
    '',
    'yes',
    '- a',
    'a: b',
    '# c',
    '*x',
    '&x',
    '!x',
    '{',
    '"',
    "'",
  ),
  fc.constantFrom(
    'a\nb',
    'a\n\nb',
    '  a\n b',
    'a\r\nb',
    '$HOME',
    `\${X:-y}`,
    '$$',
    '%',
    '@',
    '`',
    '|',
    '>',
    '---',
    '...',
  ),
)
const path = fc.stringMatching(/^(\/[a-z]{1,5}){1,3}$/)
const command = fc.option(fc.array(value, { minLength: 1, maxLength: 3 }))
const port = fc.integer({ min: 1, max: 65_535 })
const ms = (min: number, max: number) => fc.integer({ min, max })

const timing = {
  periodMs: ms(1000, 3_600_000),
  timeoutMs: ms(100, 600_000),
  retries: fc.integer({ min: 1, max: 100 }),
  startPeriodMs: ms(0, 3_600_000),
}

const healthCheck = fc.oneof(
  fc.record({ kind: fc.constant('http'), path, port, ...timing }),
  fc.record({ kind: fc.constant('tcp'), port, ...timing }),
  fc.record({
    kind: fc.constant('command'),
    command: fc.array(fc.constantFrom('a', 'b c', '$X'), { minLength: 1, maxLength: 3 }),
    ...timing,
  }),
)

interface Options {
  /** Whether values may be secret or kept. */
  hasSecrets: boolean
}

const service = ({ hasSecrets }: Options) =>
  fc.record({
    image: fc.constantFrom('nginx', 'nginx:1.27', 'ghcr.io/you/app:2', 'localhost:5000/a/b'),
    entrypoint: command,
    command,
    workingDirectory: fc.option(path),
    user: fc.option(fc.constantFrom('1000', 'app:app', '0:0')),
    environment: fc.uniqueArray(
      fc.record({
        name: variableName,
        value: hasSecrets ? fc.option(value, { nil: undefined }) : value,
        isSecret: hasSecrets ? fc.boolean() : fc.constant(false),
      }),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
    variableGroups: fc.uniqueArray(label, { maxLength: 2 }),
    files: fc.uniqueArray(
      fc.record({
        path,
        content: hasSecrets ? fc.option(value, { nil: undefined }) : value,
        mode: fc.integer({ min: 0, max: 0o777 }),
        isSecret: hasSecrets ? fc.boolean() : fc.constant(false),
      }),
      { selector: ({ path }) => path, maxLength: 3 },
    ),
    ports: fc.uniqueArray(
      fc.record({
        containerPort: port,
        protocol: fc.constantFrom('http', 'tcp', 'udp'),
        exposure: fc.constantFrom('public', 'internal'),
      }),
      { selector: ({ containerPort }) => containerPort, maxLength: 3 },
    ),
    cpuMilli: fc.integer({ min: 100, max: 64_000 }),
    memoryBytes: fc.oneof(fc.constant(536_870_912), fc.integer({ min: 67_108_864, max: 549_755_813_888 })),
    storageBytes: fc.integer({ min: 536_870_912, max: 1_099_511_627_776 }),
    sharedMemoryBytes: fc.option(fc.integer({ min: 65_536, max: 549_755_813_888 })),
    volumes: fc.uniqueArray(
      fc.record({
        name: label,
        class: fc.constantFrom('beta1', 'beta2', 'beta3'),
        sizeBytes: fc.integer({ min: 1_048_576, max: 17_592_186_044_416 }),
        mountPath: path,
      }),
      { comparator: (one, other) => one.name === other.name || one.mountPath === other.mountPath, maxLength: 2 },
    ),
    replicas: fc.integer({ min: 1, max: 100 }),
    ipLease: fc.constantFrom('shared-ip', 'dedicated-ip', 'static'),
    staticAddress: fc.option(fc.constantFrom('web', 'mail-1')),
    healthCheck: fc.option(healthCheck),
    restartPolicy: fc.constantFrom('always', 'on-failure', 'never'),
    stopSignal: fc.option(fc.constantFrom('SIGTERM', 'SIGQUIT')),
    stopGraceMs: ms(0, 3_600_000),
    autoscalingRules: fc.option(
      fc.record({
        minReplicas: fc.integer({ min: 1, max: 5 }),
        maxReplicas: fc.integer({ min: 5, max: 100 }),
        cpuPercent: fc.integer({ min: 1, max: 100 }),
        memoryPercent: fc.option(fc.integer({ min: 1, max: 100 })),
        cooldownSeconds: fc.integer({ min: 0, max: 86_400 }),
      }),
    ),
    releaseCommand: command,
  })

/** Configurations that the contract accepts, as it returns them. */
export const configurations = (options: Options): fc.Arbitrary<InstanceConfiguration> =>
  fc
    .tuple(
      fc.boolean(),
      fc.uniqueArray(fc.tuple(label, service(options), fc.boolean()), {
        selector: ([name]) => name,
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([projectNetwork, services]) => ({
      projectNetwork,
      services: services.map(([name, settings, isLast], at) => ({
        name,
        ...settings,
        startAfter: isLast ? services.slice(0, at).map(([before]) => before) : [],
      })),
    }))
    .map((given) => v.safeParse(instanceConfiguration, given))
    .filter((parsed) => parsed.success)
    .map((parsed) => parsed.output as InstanceConfiguration)
