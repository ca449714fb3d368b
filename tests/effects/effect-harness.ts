import type { Observable } from 'rxjs'
import type { Api } from '../../effects/api/api.ts'
import type { Deps } from '../../effects/deps.ts'
import { accountSlices } from '../../src/account-slices.ts'
import { consoleSlices } from '../../src/console-slices.ts'
import type { CallName } from '../../src/contract/contract.ts'
import { createBus } from '../../src/core/bus.ts'
import { createLogBuffers } from '../../src/logs/log-buffers.ts'
import type { Message } from '../../src/message.ts'
import { type State, startSlices } from '../../src/state.ts'
import type { FakeWorld } from '../fakes/fake-world.ts'
import { inProcessLogStore } from '../fakes/in-process-log-store.ts'

/** `calls` lists every API call as its name, idempotency key and token. */
export interface EffectHarness {
  deps: Deps<State>
  bus: ReturnType<typeof createBus<State, Message>>
  calls: string[]
}

/** Creates a real bus with every slice, and an API whose responses a test supplies as observables. */
export const effectHarness = (
  world: FakeWorld,
  respond: (name: CallName, input: object) => Observable<unknown>,
  apiBase = 'http://localhost:4600/api/',
): EffectHarness => {
  const calls: string[] = []
  const bus = createBus<State, Message>({ ...startSlices, ...consoleSlices, ...accountSlices }, (where, error) => {
    throw new Error(`${where}: ${String(error)}`)
  })
  const api: Api = {
    call: (name, input, options = {}) => {
      calls.push([name, options.idempotencyKey ?? '', options.token ?? ''].join(' ').trim())
      return respond(name, input as object) as never
    },
    pieces: (name, input) => {
      calls.push(name)
      return respond(name, input as object) as never
    },
  }
  return { bus, calls, deps: { api, apiBase, world, logs: createLogBuffers(inProcessLogStore()), read: bus.read } }
}
