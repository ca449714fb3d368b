import * as v from 'valibot'
import { expect, test } from 'vitest'
import { instanceConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { proposalText, proposedChecks, withChecks } from '../../../src/instances/health/proposed-checks.ts'

const size = { image: 'nginx', cpuMilli: 100, memoryBytes: 64 * 1024 ** 2, storageBytes: 512 * 1024 ** 2 }
const configuration = {
  services: [
    { ...size, name: 'web', ports: [{ containerPort: 9000, protocol: 'tcp' as const }, { containerPort: 8080 }] },
    { ...size, name: 'database', ports: [{ containerPort: 5432, protocol: 'tcp' as const }] },
    { ...size, name: 'names', ports: [{ containerPort: 53, protocol: 'udp' as const }] },
    { ...size, name: 'worker' },
    { ...size, name: 'checked', ports: [{ containerPort: 80 }], healthCheck: { kind: 'tcp' as const, port: 80 } },
  ],
}

test('a check is proposed for services without one that can be reached over HTTP or TCP', () => {
  expect(proposedChecks(configuration).map(proposalText)).toEqual([
    'Check web over HTTP at / on port 8080',
    'Check database on port 5432',
  ])
})

test('only the chosen checks are added, and the result is valid', () => {
  const proposed = proposedChecks(configuration)
  expect(withChecks(configuration, proposed, new Set())).toEqual(configuration)
  const { services } = v.parse(instanceConfiguration, withChecks(configuration, proposed, new Set(['web'])))
  expect(services.map(({ healthCheck }) => healthCheck?.kind ?? null)).toEqual(['http', null, null, null, 'tcp'])
})
