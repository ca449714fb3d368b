import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startsContainers } from '../starts-containers.ts'

test.each([
  ['tests/security/forwarder-reach.test.ts', 'an engine'],
  ['tests/security/images-labels.test.ts', 'an engine through a module that it imports'],
  ['tests/faults/engine-outage.test.ts', 'an engine of its own'],
  ['tests/security/network-isolation.test.ts', 'an engine in a namespace'],
])('%s starts %s', (path) => {
  expect(startsContainers(path)).toBe(true)
})

test.each([
  ['tests/security/headers.test.ts', 'nothing'],
  ['tests/security/process-sandbox.test.ts', 'processes'],
  ['tests/faults/drain-syslog.test.ts', 'a program that it installs'],
])('%s starts only %s', (path) => {
  expect(startsContainers(path)).toBe(false)
})

test('no test that runs beside others of its project starts containers', () => {
  const apart = /^tests\/(engines|faults|security|long)\//
  expect(globSync('tests/**/*.test.ts').filter((path) => !apart.test(path) && startsContainers(path))).toEqual([])
})
