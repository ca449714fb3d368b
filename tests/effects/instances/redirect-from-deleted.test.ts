import { of } from 'rxjs'
import { expect, test } from 'vitest'
import { redirectFromDeletedInstance } from '../../../effects/instances/instance-pages.ts'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const id = '00000000-0000-4000-8000-000000000001' as InstanceId
const deleted: Message = {
  type: 'api/deleteInstance.succeeded',
  input: { id },
  response: { message: 'ok' },
  requestId: null,
  atMs: 0,
}

test.each([
  [`/harbour/project-1/${id}/settings`, ['go /harbour/project/project-1']],
  [`/harbour/project-1/${id}`, ['go /harbour/project/project-1']],
  ['/harbour/project/project-1', []],
  ['/harbour/project-1/another/settings', []],
])('given a successful delete of an instance, when the user is at %s, then %j', (path, recordedCalls) =>
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { path })
    const { deps } = effectHarness(world, () => of())
    m.expect(redirectFromDeletedInstance(messagesFrom(m.hot('d', { d: deleted })), deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual(recordedCalls)
  })(),
)
