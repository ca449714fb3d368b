import { expect, test } from 'vitest'
import { foundBatches } from '../../src/logs/found-batches.ts'
import { linesOf } from '../../src/rules/log-batch.ts'

const line = (sequence: number) => ({
  sequence,
  time: '2026-11-21T14:03:22.123Z',
  stream: 'stderr' as const,
  log: `wave ${sequence}`,
})

test('groups found lines into consecutive runs without loss', () => {
  const batches = foundBatches([9, 8, 7, 3, 1].map(line))
  expect(batches.map(({ first, sequence }) => [first, sequence])).toStrictEqual([
    [1, 1],
    [3, 3],
    [7, 9],
  ])
  expect(batches.flatMap(linesOf)).toStrictEqual([1, 3, 7, 8, 9].map(line))
  expect(foundBatches([])).toStrictEqual([])
})
