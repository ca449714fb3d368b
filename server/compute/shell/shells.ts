import type { shellCalls } from '../../../src/contract/calls/containers/shell-calls.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import type { Handlers } from '../../http/handler.ts'
import type { ServeShells } from '../../live/socket.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { createLiveShells, type ShellEngine } from './live-shells.ts'
import { openShellHandlers } from './open-shell.ts'
import { createShellRows } from './rows/shell-rows.ts'
import { serveShellSocket } from './shell-socket.ts'
import { defaultShellTimes, type ShellTimes } from './shell-timers.ts'

const RENEW_MS = 10_000

interface Shells {
  handlers: Handlers<keyof typeof shellCalls>
  serve: ServeShells
  start(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  db: Db
  engines: Engines<ShellEngine & Pick<Engine, 'capabilities'>>
  node: string
  /** No other control plane uses this database. */
  isAlone: boolean
  log: Log
  times?: Partial<ShellTimes> | undefined
}

/** Shells and file browsers of running containers. */
export function createShells({ db, engines, node, isAlone, log, times }: Options): Shells {
  const rows = createShellRows(db, node)
  const live = createLiveShells({ engines, rows, times: { ...defaultShellTimes, ...times }, log })
  let timer: NodeJS.Timeout | undefined
  let pass: Promise<void> = Promise.resolve()

  /** Ends what a killed control plane has left in containers. */
  const endLost = async (all = false) => {
    for (const row of await rows.takeLost(all)) {
      try {
        if (row.startedAt && row.kind === 'terminal') await engines.of(row.engine).endSession(row.workloadId, row.id)
        await rows.finish(row, 'lost')
      } catch (error) {
        log.warn({ err: error, shellSession: row.id }, 'a lost shell session could not be ended yet')
      }
    }
  }

  const renew = async () => {
    const ids = live.ids()
    const kept = await rows.renew(ids)
    // Another node has ended them, because this one was away for too long.
    live.endLost(new Set(ids.filter((id) => !kept.has(id))))
  }

  const run = async (all = false) => {
    try {
      await renew()
      await endLost(all)
    } catch (error) {
      log.warn({ err: error }, 'the shell sessions could not be looked through')
    }
  }

  return {
    handlers: openShellHandlers({ db, engines, rows }),
    serve: (socket, caller, access) => serveShellSocket(socket, { caller, access, live, log }),
    async start() {
      // Not awaited: a container engine that hangs does not keep the control plane from starting.
      pass = run(isAlone)
      timer = setInterval(() => {
        pass = pass.then(() => run())
      }, RENEW_MS)
    },
    async stop() {
      clearInterval(timer)
      await live.stop()
      await pass
    },
  }
}
