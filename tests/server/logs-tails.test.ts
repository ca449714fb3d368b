import { expect, test } from 'vitest'
import type { LogAddress } from '../../server/compute/logs/log-address.ts'
import { topicOf } from '../../server/compute/logs/log-address.ts'
import { LogTails } from '../../server/compute/logs/log-tails.ts'
import type { DeploymentId } from '../../src/contract/wire/common.ts'

const addressOf = (number: number): LogAddress => ({
  deploymentId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as DeploymentId,
  logType: 'instanceLogs',
  service: '',
})
const lines = (count: number, text = 'x') =>
  Array.from({ length: count }, () => ({ atMs: 1, stream: 'stdout' as const, text }))

test('a reader at the newest line gets no lines, and one that is too far back has to read the database', () => {
  const tails = new LogTails()
  const topic = topicOf(addressOf(1))
  expect(tails.read(topic, 0)).toBeUndefined()
  tails.add(addressOf(1), 11, lines(5))
  expect(tails.read(topic, 15)).toEqual([])
  expect(tails.read(topic, 12)).toMatchObject([{ first: 13, sequence: 15 }])
  expect(tails.read(topic, 9)).toBeUndefined()
  expect(tails.read(topic, 20)).toBeUndefined()
})

test('lines that do not follow the last ones start a new tail', () => {
  const tails = new LogTails()
  tails.add(addressOf(1), 1, lines(3))
  tails.add(addressOf(1), 9, lines(2))
  expect(tails.read(topicOf(addressOf(1)), 2)).toBeUndefined()
  expect(tails.read(topicOf(addressOf(1)), 8)).toMatchObject([{ first: 9, sequence: 10 }])
})

test('of many logs, those that grew longest ago are evicted', () => {
  const tails = new LogTails()
  const long = 'a line of a hundred characters '.repeat(4).slice(0, 100)
  for (let log = 1; log <= 200; log += 1) tails.add(addressOf(log), 1, lines(4000, long))
  const known = Array.from({ length: 200 }, (_, at) => tails.read(topicOf(addressOf(at + 1)), 3999) !== undefined)
  expect(known.at(-1)).toBe(true)
  expect(known[0]).toBe(false)
  expect(known.filter(Boolean).length).toBeLessThanOrEqual(42)
  expect(known.filter(Boolean).length).toBeGreaterThan(30)
})
