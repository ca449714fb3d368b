import { BehaviorSubject } from 'rxjs'
import type { ShellKind } from '../contract/calls/containers/shell-calls.ts'
import type { InstanceId } from '../contract/wire/common.ts'
import type { RemoteSession, TerminalClient, TerminalSize } from './terminal-client.ts'

/** A session with its place, which stays open while the user visits other pages. */
export interface OpenTerminal {
  /** The id of the session. */
  id: string
  kind: ShellKind
  instanceId: InstanceId
  service: string
  replica: number
  /** Connects when the size of the screen is known; the same session when it is called again. */
  connect(size: TerminalSize): RemoteSession
}

export type GrantedTerminal = Omit<OpenTerminal, 'connect'>

export interface OpenTerminals {
  readonly list$: BehaviorSubject<readonly OpenTerminal[]>
  add(granted: GrantedTerminal): void
  /** Ends the session, if it has not ended, and forgets it. */
  close(id: string): void
  closeAll(): void
}

export const createOpenTerminals = (client: TerminalClient): OpenTerminals => {
  const list$ = new BehaviorSubject<readonly OpenTerminal[]>([])
  const remotes = new Map<string, RemoteSession>()

  const close = (id: string) => {
    remotes.get(id)?.end()
    remotes.delete(id)
    list$.next(list$.value.filter((one) => one.id !== id))
  }

  return {
    list$,
    close,
    add: (granted) => {
      const { id } = granted
      if (list$.value.some((one) => one.id === id)) return
      const connectOnce = (size: TerminalSize) => {
        const remote = remotes.get(id) ?? client.open(id, size)
        remotes.set(id, remote)
        return remote
      }
      list$.next([...list$.value, { ...granted, connect: connectOnce }])
    },
    closeAll: () => {
      for (const { id } of list$.value) close(id)
    },
  }
}
