import { expect, test } from 'vitest'
import { refetchStale } from '../../../effects/resources/refetch-stale.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const event = (...events: object[]) =>
  ({
    type: 'socket/organizationChanged',
    organizationId: 'o',
    packets: events.map((one, at) => ({ sequence: at + 1, at: '', event: one })),
  }) as unknown as Message
const row = { _id: 'i', revision: 1, state: 'Starting' }
const change = (revision: number) => ({ kind: 'instanceChanged', id: 'i', revision, changes: { revision } })

const values = {
  c: event({ kind: 'instanceCreated', row }),
  n: event(change(2)),
  g: event(change(5)),
  h: event(change(6)),
  u: event({ ...change(5), id: 'unknown' }),
}

for (const [what, diagram, calls] of [
  ['a change follows the known revision', 'c-n', []],
  ['a change belongs to an unknown row', 'c-u', []],
  ['a revision is missing', 'c-g', ['readInstance']],
  ['another revision is missing during the refetch', 'c-gh', ['readInstance']],
] as const)
  test(
    `given an instance, when ${what}, then ${calls.length} calls read it`,
    marbles((m) => {
      const response = { instance: { ...row, revision: 6, state: 'Active' } }
      const harness = effectHarness(fakeWorld(m.scheduler), () => m.cold('5ms (a|)', { a: response }))
      const { bus, deps } = harness
      bus.listen(refetchStale(bus.messages, deps))
      m.hot(diagram, values).subscribe((message) => bus.send(message))
      m.flush()
      expect(harness.calls).toEqual(calls)
      const revisions = { 0: diagram === 'c-n' ? 2 : 1, 1: 6 }
      expect(bus.read().instances.shards.i?.i?.revision).toBe(revisions[calls.length as 0 | 1])
    }),
  )
