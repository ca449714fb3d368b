import { filter, type Observable, type Subscription, timer } from 'rxjs'
import type { Socket } from 'socket.io-client'
import * as v from 'valibot'
import { SHELL_NAMESPACE, shellEnded, shellIdle, shellOutput } from '../../src/contract/shell/shell.ts'
import type { Report } from '../../src/core/actor.ts'
import type { World } from '../../src/core/world.ts'
import type { ShellPort } from '../../src/terminals/shell-port.ts'
import { ShellSession } from '../../src/terminals/shell-session.ts'
import type { TerminalClient } from '../../src/terminals/terminal-client.ts'
import { waitBeforeMs } from '../live/wait-before.ts'

const RESPONSE_MS = 30_000
/** A session that is not resumed within a minute is lost, so attempts are more frequent than those of live events. */
const MAX_WAIT_MS = 5000

interface Needs extends Pick<World, 'scheduler' | 'random'> {
  /** Of the server. */
  origin: string
  /** A connection that was lost without a word would be noticed much later. */
  online$: Observable<boolean>
}

/**
 * Opens shells over a connection of this tab, not the one that tabs share: their output is of no use to other tabs, and
 * must not delay live events. It closes with the last session.
 */
export const socketTerminals = (
  token: () => string | Promise<string>,
  world: Needs,
  report: Report,
): TerminalClient => {
  const sessions = new Map<string, ShellSession>()
  let connection: Promise<Connection> | undefined

  const sessionOf = <S extends v.GenericSchema<unknown, { id: string }>>(schema: S, raw: unknown) => {
    const read = v.safeParse(schema, raw)
    if (!read.success) report('streams/terminals', v.flatten(read.issues))
    return read.success ? { session: sessions.get(read.output.id), event: read.output as v.InferOutput<S> } : undefined
  }

  const handlers = {
    output: (raw: unknown) => {
      const found = sessionOf(shellOutput, raw)
      found?.session?.received(found.event.at, new Uint8Array(found.event.data))
    },
    idle: (raw: unknown) => {
      const found = sessionOf(shellIdle, raw)
      found?.session?.idle(found.event.endsInMs)
    },
    ended: (raw: unknown) => {
      const found = sessionOf(shellEnded, raw)
      found?.session?.ended(found.event)
      forgetEnded()
    },
  }

  const forgetEnded = () => {
    for (const [id, session] of sessions) if (session.isOver) sessions.delete(id)
    if (sessions.size > 0) return
    void connection?.then(({ close }) => close())
    connection = undefined
  }

  /** Without a token, the server says what is missing. */
  const givenToken = async () => {
    try {
      return await token()
    } catch {
      return ''
    }
  }

  const connect = async (): Promise<Connection> => {
    const { io } = await import('socket.io-client')
    const socket = io(world.origin + SHELL_NAMESPACE, {
      auth: (give) => void givenToken().then((given) => give({ token: given })),
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnection: false,
      forceNew: true,
    })
    for (const [name, handler] of Object.entries(handlers)) socket.on(name, handler)
    return keepConnected(socket, world, {
      opened: (port) => {
        for (const session of sessions.values()) void session.connected(port).then(forgetEnded)
      },
      closed: () => {
        for (const session of sessions.values()) session.disconnected()
      },
      rejected: (message) => {
        for (const session of sessions.values()) session.connectionRejected(message)
        forgetEnded()
      },
    })
  }

  return {
    open: (id, size) => {
      const session = new ShellSession({ id, size, now: world.scheduler.now.bind(world.scheduler) })
      sessions.set(id, session)
      connection ??= connect()
      connection.then(
        ({ port }) => {
          const open = port()
          if (open) void session.connected(open).then(forgetEnded)
        },
        (error: unknown) => {
          report('streams/terminals', error)
          connection = undefined
          session.ended({ id, reason: 'lost', message: 'The console could not load its connection. Try again.' })
          forgetEnded()
        },
      )
      return session
    },
    disconnect: () => {
      sessions.clear()
      forgetEnded()
    },
  }
}

interface Connection {
  /** Undefined while the connection is lost. */
  port(): ShellPort | undefined
  close(): void
}

const keepConnected = (
  socket: Socket,
  { scheduler, random, online$ }: Needs,
  on: { opened(port: ShellPort): void; closed(): void; rejected(message: string): void },
): Connection => {
  let attempt = 0
  let waiting: Subscription | undefined
  const call = (name: string, input: object) => socket.timeout(RESPONSE_MS).emitWithAck(name, input)
  const port: ShellPort = { call, files: call }
  const closed = () => {
    on.closed()
    if (waiting?.closed === false) return
    attempt += 1
    waiting = timer(Math.min(waitBeforeMs(attempt, random()), MAX_WAIT_MS), scheduler).subscribe(() => socket.connect())
  }
  socket.on('connect', () => {
    attempt = 0
    on.opened(port)
  })
  const failed = (error: Error & { data?: { error?: string } }) => {
    closed()
    // Other errors mean that the server was not reached.
    if (error.data?.error !== undefined) on.rejected(error.message)
  }
  socket.on('disconnect', closed)
  socket.on('connect_error', failed)
  const offline = online$.pipe(filter((isOnline) => !isOnline)).subscribe(() => socket.io.engine?.close())
  return {
    port: () => (socket.connected ? port : undefined),
    close: () => {
      waiting?.unsubscribe()
      offline.unsubscribe()
      socket.off('disconnect', closed).off('connect_error', failed).disconnect()
    },
  }
}
