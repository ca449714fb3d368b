import { setTimeout as delay } from 'node:timers/promises'
import type { shellCalls } from '../../../src/contract/calls/containers/shell-calls.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import { forEachConcurrent } from '../../engines/for-each-concurrent.ts'
import type { Handlers } from '../../http/handler.ts'
import { createWindowCounter } from '../../http/window-counter.ts'
import { repeatEvery } from '../../jobs/repeat-every.ts'
import type { ServeShells } from '../../live/socket.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { createShellCommandLog } from '../commands/shell-command-log.ts'
import { createLiveShells, type ShellEngine } from './live-shells.ts'
import { openShellHandlers } from './open-shell.ts'
import { createShellRows } from './rows/shell-rows.ts'
import { COSTLY_PER_MINUTE, serveShellSocket } from './shell-socket.ts'
import { defaultShellTimes, type ShellTimes } from './shell-timers.ts'

const ENDED_AT_ONCE = 4

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
  const allTimes = { ...defaultShellTimes, ...times }
  const { renewMs, endMs } = allTimes
  const writeLine = createShellCommandLog({ db, log })
  const live = createLiveShells({ engines, rows, times: allTimes, log, writeLine })
  const requests = createWindowCounter(COSTLY_PER_MINUTE)
  const stops: (() => Promise<void>)[] = []

  /** Ends what a killed control plane has left in containers. */
  const endLost = async (all = false) => {
    const lost = await rows.takeLost(all)
    const own = new Set(live.ids())
    const foreign = lost.filter(({ id }) => !own.has(id))
    await forEachConcurrent(foreign, ENDED_AT_ONCE, async (row) => {
      try {
        if (row.startedAt && row.kind === 'terminal')
          await within(endMs, engines.of(row.engine).endSession(row.workloadId, row.id))
        const durationMs = await rows.finish(row, 'lost')
        if (durationMs !== undefined)
          await writeLine(row, { kind: 'sessionEnded', session: row.kind, durationMs, reason: 'lost' })
      } catch (error) {
        log.warn({ err: error, shellSession: row.id }, 'a lost shell session could not be ended yet')
      }
    })
  }

  const renew = async () => {
    const ids = live.ids()
    const kept = await rows.renew(ids)
    // Another node has ended them, because this one was away for too long.
    live.endLost(new Set(ids.filter((id) => !kept.has(id))))
  }

  const repeat = (task: () => Promise<void>) =>
    stops.push(
      repeatEvery(renewMs, task, {
        isDueNow: true,
        onError: (error) => log.warn({ err: error }, 'the shell sessions could not be looked through'),
      }),
    )

  return {
    handlers: openShellHandlers({ db, engines, rows }),
    serve: (socket, caller, access) => serveShellSocket(socket, { caller, access, live, requests, log }),
    async start() {
      // Not awaited, and apart: a container engine that hangs delays neither the start nor the renewal.
      repeat(renew)
      let isFirst = true
      repeat(() => {
        const isOfOthers = isFirst && isAlone
        isFirst = false
        return endLost(isOfOthers)
      })
    },
    async stop() {
      const over = Promise.all([live.stop(), ...stops.map((stop) => stop())])
      await within(endMs, over).catch((error: unknown) => {
        // The next control plane ends what is left.
        log.warn({ err: error }, 'the shell sessions did not end in time')
      })
    },
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const isDone = new AbortController()
  const limit = delay(ms, undefined, { signal: isDone.signal }).then(() => {
    throw new Error(`This took longer than ${ms} ms.`)
  })
  await Promise.race([work, limit]).finally(() => isDone.abort())
}
