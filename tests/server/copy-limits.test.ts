import { expect, test } from 'vitest'
import { createFairTurns } from '../../server/compute/fair-turns.ts'
import { inTurn, withinTime } from '../../server/compute/snapshots/work/copy-limits.ts'
import type { WorkOptions } from '../../server/compute/snapshots/work/work-options.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'

const never = new AbortController().signal
const north = 'north' as OrganizationId
const south = 'south' as OrganizationId
// What the limits need of the options.
const withTurns = (places: number, each: number) => ({ turns: createFairTurns(places, each) }) as WorkOptions
const withLimit = (copyMs: number) => ({ limits: { copyMs } }) as WorkOptions

/** A copy that lasts until it is ended. */
function copy() {
  let hasBegun = false
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const run = () => {
    hasBegun = true
    return ended
  }
  return { run, end, hasBegun: () => hasBegun }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('copies wait for a place, one place is left to another organisation, and a failed copy gives its place back', async () => {
  const options = withTurns(2, 1)
  const [first, second, other] = [copy(), copy(), copy()]
  const running = [
    inTurn(options, north, never, first.run),
    inTurn(options, north, never, second.run),
    inTurn(options, south, never, other.run),
  ]
  await turn()
  expect([first, second, other].map(({ hasBegun }) => hasBegun())).toEqual([true, false, true])
  first.end()
  await turn()
  expect(second.hasBegun()).toBe(true)
  for (const { end } of [second, other]) end()
  await Promise.all(running)
  await expect(inTurn(options, north, never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn(options, north, never, async () => 'next')).toBe('next')
})

test('a copy that is interrupted while it waits takes no place', async () => {
  const options = withTurns(1, 1)
  const first = copy()
  const running = inTurn(options, north, never, first.run)
  const stop = new AbortController()
  const waiting = copy()
  const interrupted = inTurn(options, south, stop.signal, waiting.run)
  stop.abort(new Error('deleted meanwhile'))
  await expect(interrupted).rejects.toThrow('deleted meanwhile')
  first.end()
  await running
  expect(waiting.hasBegun()).toBe(false)
  expect(await inTurn(options, south, never, async () => 'next')).toBe('next')
})

test('a copy that takes too long is aborted with the reason, and one that is interrupted with that of its caller', async () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  await expect(withinTime(withLimit(1), never, untilAborted)).rejects.toMatchObject({ code: 'tookTooLong' })
  const stop = new AbortController()
  const interrupted = withinTime(withLimit(60_000), stop.signal, untilAborted)
  stop.abort(new Error('stopping'))
  await expect(interrupted).rejects.toThrow('stopping')
  expect(await withinTime(withLimit(60_000), never, async () => 'done')).toBe('done')
})
