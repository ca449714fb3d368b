import type { Actor, Effect as CoreEffect } from '../src/core/actor.ts'
import type { MessageFrom, MessageOf } from '../src/core/message.ts'
import type { World } from '../src/core/world.ts'
import type { LogBuffers } from '../src/logs/log-buffer.ts'
import type { Message, UiMessage } from '../src/message.ts'
import type { ConsoleState, StartState, State } from '../src/state.ts'
import type { Api } from './api/api.ts'

/** What every effect may use, whichever slices have loaded. */
export interface BaseDeps {
  api: Api
  /** The URL of the API, with a trailing slash. */
  apiBase: string
  world: World
  logs: LogBuffers
}

/** What an effect may use. `read` returns the state after the current message. */
export interface Deps<S = StartState> extends BaseDeps {
  read(): S
}

/** Message types that an effect can be granted: never a user's. */
type Grantable = Exclude<Message['type'], UiMessage['type']>

/** What an effect may emit: `api/…`, and the types that its declaration grants. */
export type Emitted<Granted extends Grantable = never> = MessageFrom<Message, 'api'> | MessageOf<Message, Granted>

export type Effect<Granted extends Grantable = never, S = StartState> = CoreEffect<Message, Deps<S>, Emitted<Granted>>
export type Effects = Actor<Message, Deps, Emitted<Grantable>>

/** Effects of the console chunk, which loads with the first page of an organisation or a signed-in user. */
export type ConsoleDeps = Deps<ConsoleState>
export type ConsoleEffect<Granted extends Grantable = never> = Effect<Granted, ConsoleState>
export type ConsoleEffects = Actor<Message, ConsoleDeps, Emitted<Grantable>>

/** Effects of the user's own pages. */
export type AccountEffect<Granted extends Grantable = never> = Effect<Granted, State>
export type AccountEffects = Actor<Message, Deps<State>, Emitted<Grantable>>
