import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readChanges } from '../../server/gateway/routes/read-changes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Readers whose queries end when the test says so. */
function readers() {
  const reads: string[] = []
  const errors: unknown[] = []
  let end: (error?: Error) => void = () => undefined
  const start = (what: string) => {
    reads.push(what)
    return new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve())
    })
  }
  const changes = readChanges<string>({
    readAll: () => start('all'),
    read: (ids) => start(ids.join()),
    onError: (error) => errors.push(error),
  })
  const finish = (error?: Error) => {
    end(error)
    return vi.advanceTimersByTimeAsync(0)
  }
  return { changes, reads, errors, finish }
}

test('reads one query at a time, and all changes of the meantime together', async () => {
  const { changes, reads, finish } = readers()
  for (const id of ['a', 'b', 'c', 'b']) changes.mark(id)
  expect(reads).toEqual(['a'])
  await finish()
  expect(reads).toEqual(['a', 'b,c'])
  changes.mark('d')
  changes.mark(null)
  await finish()
  expect(reads).toEqual(['a', 'b,c', 'all'])
  await finish()
  expect(reads).toHaveLength(3)
})

test('repeats a failed query after a second, and not after it was stopped', async () => {
  const { changes, reads, errors, finish } = readers()
  changes.mark('a')
  await finish(new Error('away'))
  changes.mark('b')
  expect([reads, errors.length]).toEqual([['a'], 1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads).toEqual(['a', 'a,b'])
  await finish(new Error('away'))
  changes.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(reads).toHaveLength(2)
})
