import { of } from 'rxjs'
import { expect, test } from 'vitest'
import { openNewRun } from '../../../effects/instances/instance-pages.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const succeeded = (call: string) =>
  ({
    type: `api/${call}.succeeded`,
    input: { id: 'i' },
    response: { run: { _id: 'r' } },
    requestId: null,
    atMs: 0,
  }) as unknown as Message

test.each([
  ['startRun', '/harbour/p/i/settings', ['go /harbour/p/i/jobs/runs/r']],
  ['startJob', '/harbour/p/i/jobs', ['go /harbour/p/i/jobs/runs/r']],
  ['startRun', '/harbour/p/another/jobs', []],
  ['startRun', '/harbour/dashboard', []],
])('given %s succeeds, when the user is at %s, then %j', (call, path, recordedCalls) =>
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { path })
    const { deps } = effectHarness(world, () => of())
    m.expect(openNewRun(messagesFrom(m.hot('s', { s: succeeded(call) })), deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual(recordedCalls)
  })(),
)
