import { expect, test } from 'vitest'
import type { Cluster } from '../../src/contract/wire/instance/cluster.ts'
import { stepOfField } from '../../src/instances/deploy-errors.ts'
import { clusterErrors, clusterSource } from '../../src/instances/wizard/cluster-source.ts'

const known = [{ _id: 'c', name: 'fleet', repository: 'https://example.org/fleet', provider: 'x' } as Cluster]
const typed = (url: string, name: string | null = null) => clusterSource({ id: '', url, name }, known)

test('a new cluster has the name of its source and the provider of its address [P3.10, P3.6]', () => {
  expect(typed(' https://github.com/you/app.git ')).toEqual({
    clusterUrl: 'https://github.com/you/app.git',
    clusterName: 'app',
    clusterProvider: 'github',
  })
  expect(typed('git@gitlab.com:you/app.git').clusterProvider).toBe('gitlab')
  expect(typed('https://github.com.example.org/app')).toMatchObject({ clusterProvider: '' })
  expect(typed('https://example.org/app', 'Shop')).toMatchObject({ clusterName: 'Shop', clusterProvider: '' })
})

test('an existing cluster is found by all that identifies it', () => {
  expect(clusterSource({ id: 'c', url: 'ignored', name: 'ignored' }, known)).toEqual({
    clusterUrl: 'https://example.org/fleet',
    clusterName: 'fleet',
    clusterProvider: 'x',
  })
})

test.each([
  ['https://github.com/you/app', 0],
  ['ssh://git@example.org/app', 0],
  ['git@example.org:you/app.git', 0],
  ['', 2],
  ['you/app', 1],
  ['javascript:alert(1)', 1],
  ['https://', 1],
])('the source %s has %d errors, in the first step', (url, count) => {
  const fields = Object.keys(clusterErrors(typed(url)))
  expect(fields).toHaveLength(count)
  expect(fields.map(stepOfField)).toEqual(fields.map(() => 'what'))
})
