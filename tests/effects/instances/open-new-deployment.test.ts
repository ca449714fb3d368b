import { of } from 'rxjs'
import { expect, test } from 'vitest'
import { redirectFromDeletedCluster } from '../../../effects/clusters/cluster-pages.ts'
import { openNewDeployment } from '../../../effects/instances/instance-pages.ts'
import type { ClusterId } from '../../../src/contract/wire/common.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import type { Modal } from '../../../src/modals/modal-message.ts'
import type { State } from '../../../src/state.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const organization = { _id: 'o', profile: { username: 'harbour' } }
// The parts of the state that name the current organisation and the open dialogs.
const stateWith = (modals: Modal[]) => () =>
  ({ organizations: { user: { organizations: [organization] }, username: 'harbour' }, modals }) as State
const read = stateWith([])

const succeeded = (call: string) =>
  ({
    type: `api/${call}.succeeded`,
    input: { id: 'i' },
    response: { message: 'ok', instance: { _id: 'i', computeProject: 'p' } },
    requestId: null,
    atMs: 0,
  }) as unknown as Message

test.each(['updateInstance', 'restartInstance', 'redeployInstance', 'rollbackInstance', 'updateHealthCheck'])(
  'given a new deployment by %s, then its deployment logs open [P2.5, P4.11]',
  (call) =>
    marbles((m) => {
      const world = fakeWorld(m.scheduler, { path: '/harbour/p/i/configuration' })
      const { deps } = effectHarness(world, () => of())
      const messages = messagesFrom(m.hot('s', { s: succeeded(call) }))
      m.expect(openNewDeployment(messages, { ...deps, read })).toBeObservable('-')
      m.flush()
      expect(world.recordedCalls).toStrictEqual(['go /harbour/p/i/logs/deployment-logs'])
    })(),
)

test.each([
  ['/harbour/project/p', []],
  ['/harbour/p/i/volumes', [{ kind: 'attachVolume', id: 'v' }]],
] as [string, Modal[]][])(
  'given a deployment that is made at %s with dialogs %j, then the page stays',
  (path, modals) =>
    marbles((m) => {
      const world = fakeWorld(m.scheduler, { path })
      const { deps } = effectHarness(world, () => of())
      const messages = messagesFrom(m.hot('s', { s: succeeded('updateInstance') }))
      m.expect(openNewDeployment(messages, { ...deps, read: stateWith(modals) })).toBeObservable('-')
      m.flush()
      expect(world.recordedCalls).toStrictEqual([])
    })(),
)

const id = '00000000-0000-4000-8000-000000000001' as ClusterId
const deleted: Message = {
  type: 'api/deleteCluster.succeeded',
  input: { id },
  response: { message: 'ok' },
  requestId: null,
  atMs: 0,
}

test.each([
  [`/harbour/cluster/${id}`, ['go /compute/dashboard']],
  ['/harbour/dashboard', []],
])('given a successful delete of a cluster, when the user is at %s, then %j [P2.2]', (path, recordedCalls) =>
  marbles((m) => {
    const world = fakeWorld(m.scheduler, { path })
    const { deps } = effectHarness(world, () => of())
    m.expect(redirectFromDeletedCluster(messagesFrom(m.hot('d', { d: deleted })), deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual(recordedCalls)
  })(),
)
