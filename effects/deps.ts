import type { Actor, Effect as CoreEffect } from '../src/core/actor.ts'
import type { World } from '../src/core/world.ts'
import type { LogBooks } from '../src/logs/log-book.ts'
import type { Message } from '../src/message.ts'
import type { State } from '../src/state.ts'
import type { Api } from './api/api.ts'

/** What an effect may touch. `read` gives the state that its message made. */
export interface Deps {
  api: Api
  world: World
  logs: LogBooks
  read(): State
}

export type Effect = CoreEffect<Message, Deps>
export type Effects = Actor<Message, Deps>
