import * as v from 'valibot'
import { expect, test } from 'vitest'
import { autoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import { service } from '../../../src/contract/wire/instance/service.ts'

const size = { cpuMilli: 100, memoryBytes: 134_217_728, storageBytes: 536_870_912 }
const web = { name: 'web', image: 'nginx', ports: [{ containerPort: 80 }], ...size }
const base = { minReplicas: 1, maxReplicas: 2, cpuPercent: 50 }
const morning = { schedule: '0 8 * * *', durationMinutes: 60, replicas: 2 }

const problems = (schema: v.GenericSchema, given: unknown) =>
  (v.safeParse(schema, given).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)

test.each<[string, object, string[]]>([
  ['a target', base, []],
  ['a schedule only', { ...base, cpuPercent: null, schedules: [morning] }, []],
  ['a minimum of 0 only', { minReplicas: 0, maxReplicas: 1 }, []],
  ['nothing', { ...base, cpuPercent: null }, ['null: Choose a target, a schedule, or a minimum of 0 replicas.']],
  ['a maximum below the minimum', { ...base, minReplicas: 3 }, ['maxReplicas: Must not be below the minimum.']],
  ['a maximum of 0', { ...base, minReplicas: 0, maxReplicas: 0 }, ['maxReplicas: At least 1 replica.']],
  [
    'a schedule above the maximum',
    { ...base, schedules: [{ ...morning, replicas: 3 }] },
    ['schedules.0.replicas: Must not be above the maximum.'],
  ],
  ['eleven schedules', { ...base, schedules: Array(11).fill(morning) }, ['schedules: At most 10 schedules.']],
])('rules with %s', (_name, given, expected) => {
  expect(problems(autoscalingRules, given)).toEqual(expected)
})

test('what rules need of their service is checked with it, at their field', () => {
  const zero = { minReplicas: 0, maxReplicas: 2 }
  const volumes = [{ name: 'data', class: 'beta2', sizeBytes: 1_048_576, mountPath: '/data' }]
  expect(problems(service, { ...web, autoscalingRules: zero })).toEqual([])
  for (const ports of [[], [{ containerPort: 80, exposure: 'internal' }], [{ containerPort: 80, protocol: 'tcp' }]])
    expect(problems(service, { ...web, ports, autoscalingRules: zero })).toEqual([
      'autoscalingRules.minReplicas: Only a service with a public HTTP port can have a minimum of 0.',
    ])
  expect(problems(service, { ...web, volumes, autoscalingRules: base })).toEqual([
    'autoscalingRules.maxReplicas: A service with volumes has one replica, because a volume has one writer.',
  ])
})

test('one cool-down of an earlier version counts for both directions', () => {
  expect(v.parse(autoscalingRules, { ...base, cooldownSeconds: 5, scaleUpCooldownSeconds: 1 })).toMatchObject({
    scaleUpCooldownSeconds: 1,
    scaleDownCooldownSeconds: 5,
  })
})
