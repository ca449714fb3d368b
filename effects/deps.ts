import type { Actor, Effect as CoreEffect } from '../src/core/actor.ts'
import type { World } from '../src/core/world.ts'
import type { LogBuffers } from '../src/logs/log-buffer.ts'
import type { Message } from '../src/message.ts'
import type { StartState, State } from '../src/state.ts'
import type { Api } from './api/api.ts'

/** What an effect may touch. `read` gives the state that its message made. */
export interface Deps<S = StartState> {
  api: Api
  world: World
  logs: LogBuffers
  read(): S
}

export type Effect = CoreEffect<Message, Deps>
export type Effects = Actor<Message, Deps>

/** Of the console, which comes with the first page of a signed-in person or of an organisation. */
export type ConsoleDeps = Deps<State>
export type ConsoleEffect = CoreEffect<Message, ConsoleDeps>
export type ConsoleEffects = Actor<Message, ConsoleDeps>
