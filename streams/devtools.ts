import { EMPTY, Observable } from 'rxjs'
import * as v from 'valibot'
import type { Bus } from '../src/core/bus.ts'
import type { AnyMessage } from '../src/core/message.ts'

/** The part of the Redux DevTools protocol that is used here. */
export interface DevtoolsExtension {
  connect(options: { name: string }): DevtoolsConnection
}

export interface DevtoolsConnection {
  init(state: unknown): void
  send(message: AnyMessage, state: unknown): void
  subscribe(listener: (raw: unknown) => void): (() => void) | undefined
  error?(message: string): void
}

type Debugged<S, M extends AnyMessage> = Pick<Bus<S, M>, 'messages' | 'read' | 'restore'>

const dispatchMessage = v.object({
  type: v.literal('DISPATCH'),
  state: v.optional(v.string()),
  payload: v.object({ type: v.string() }),
})

/**
 * Shows every message and the resulting state in Redux DevTools, and restores the state that the user jumps to. It
 * sends no messages, so it never changes what it shows.
 */
export const devtools = <S extends object, M extends AnyMessage>(
  extension: DevtoolsExtension | undefined,
  bus: Debugged<S, M>,
  name: string,
): Observable<never> => {
  if (!extension) return EMPTY
  return new Observable(() => {
    const connection = extension.connect({ name })
    const atStart = bus.read()
    let committed = atStart

    const commit = () => {
      committed = bus.read()
      connection.init(committed)
    }
    const restore = (state: S) => {
      bus.restore(state)
      connection.init(state)
    }
    const onMessage = (raw: unknown) => {
      const read = v.safeParse(dispatchMessage, raw)
      if (!read.success) return
      const { payload, state } = read.output
      if (payload.type === 'JUMP_TO_STATE' || payload.type === 'JUMP_TO_ACTION') {
        const found = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), state)
        // The shape is not validated: the state is one that was shown before, or one that the user typed.
        if (found.success) bus.restore(found.output as S)
        else connection.error?.('This state cannot be read.')
      }
      if (payload.type === 'RESET') restore(atStart)
      if (payload.type === 'ROLLBACK') restore(committed)
      if (payload.type === 'COMMIT') commit()
    }

    connection.init(atStart)
    const messages = bus.messages.all$.subscribe((message) => connection.send(message, bus.read()))
    const unsubscribe = connection.subscribe(onMessage)
    return () => {
      messages.unsubscribe()
      unsubscribe?.()
    }
  })
}
