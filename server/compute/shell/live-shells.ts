import { may } from '../../../src/contract/access.ts'
import {
  SESSIONS_PER_ORGANIZATION,
  SESSIONS_PER_USER,
  type ShellEndReason,
  type ShellInput,
} from '../../../src/contract/shell/shell.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import type { TerminalSize } from '../../engines/interface/sessions.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Caller } from '../../http/handler.ts'
import { toApiError } from '../../http/to-api-error.ts'
import { createConcurrencyLimit, type Release, takeSlots } from '../../live/concurrency-limit.ts'
import { type AccessChecks, watchAccess } from '../../live/responses/watch-access.ts'
import type { Log } from '../../log.ts'
import { rejectionOf } from '../commands/rejection-of.ts'
import type { WriteShellCommand } from '../commands/shell-command-log.ts'
import { containerFiles } from './files/container-files.ts'
import { LiveShell, type ShellClient } from './live-shell.ts'
import { callerIdOf, type ShellRow, type ShellRows } from './rows/shell-rows.ts'
import type { ShellTimes } from './shell-timers.ts'
import { Terminal } from './terminal/terminal.ts'

export type ShellEngine = Pick<Engine, 'openSession' | 'endSession' | 'exec' | 'stream' | 'feed'>

export interface LiveShellsOptions {
  engines: Engines<ShellEngine>
  rows: ShellRows
  times: ShellTimes
  log: Log
  writeLine: WriteShellCommand
}

export interface LiveShells {
  start(caller: Caller, input: ShellInput<'start'>, client: ShellClient, access: AccessChecks): Promise<LiveShell>
  resume(caller: Caller, input: ShellInput<'resume'>, client: ShellClient): Promise<LiveShell>
  /** Returns a session of this caller; throws for those of others. */
  of(caller: Caller, id: string): LiveShell
  /** The sessions that run on this node. */
  ids(): string[]
  endLost(ids: ReadonlySet<string>): void
  stop(): Promise<void>
}

export const shellAccess = may('instances.execute', 'instance', 'params.id')

/** The sessions that this node serves. */
export function createLiveShells({ engines, rows, times, log, writeLine }: LiveShellsOptions): LiveShells {
  const shells = new Map<string, LiveShell>()
  const perUser = createConcurrencyLimit(SESSIONS_PER_USER)
  const perOrganization = createConcurrencyLimit(SESSIONS_PER_ORGANIZATION)
  const starting = new Map<string, Promise<LiveShell>>()
  /** The sessions that belong to this node but are not open yet; aborted when another node has ended them. */
  const opening = new Map<string, AbortController>()
  const endings = new Set<Promise<void>>()
  let isStopping = false

  const slotsOf = ({ userId, organizationId }: ShellRow): Release =>
    takeSlots(
      [
        {
          limit: perUser,
          key: userId,
          full: `You have ${SESSIONS_PER_USER} sessions open. Close one of them first.`,
        },
        {
          limit: perOrganization,
          key: organizationId,
          full: `Your organisation has ${SESSIONS_PER_ORGANIZATION} sessions open. Close one of them first.`,
        },
      ],
      'tooMany',
    )

  const finish = async (shell: LiveShell, reason: ShellEndReason) => {
    const { row } = shell
    try {
      if (reason === 'lost') await engines.of(row.engine).endSession(row.workloadId, row.id)
      else if (reason !== 'exited') await shell.terminal?.end()
      const durationMs = await rows.finish(row, reason)
      if (durationMs === undefined) return
      const { exitCode, bytes } = shell
      await writeLine(row, { kind: 'sessionEnded', session: row.kind, durationMs, reason, exitCode, bytes })
    } catch (error) {
      // The lease expires, and the next attempt ends what is left.
      log.warn({ err: error, shellSession: row.id }, 'a shell session could not be ended yet')
    } finally {
      for (const release of shell.releases) release()
    }
  }

  const onOver = (shell: LiveShell, reason: ShellEndReason) => {
    const ending = finish(shell, reason)
    endings.add(ending)
    void ending.finally(() => endings.delete(ending))
    // A browser that is away still learns of the end.
    const forget = setTimeout(() => shells.delete(shell.row.id), times.awayMs)
    forget.unref()
  }

  const openTerminal = async (row: ShellRow, size: TerminalSize, signal: AbortSignal) => {
    if (row.kind === 'files') return undefined
    const engine = engines.of(row.engine)
    return new Terminal(await engine.openSession(row.workloadId, { mark: row.id, signal, ...size }))
  }

  const filesOf = (row: ShellRow) =>
    row.kind === 'files'
      ? (over: AbortSignal) => containerFiles(engines.of(row.engine), row.workloadId, over)
      : undefined

  const own = (caller: Caller, row: ShellRow | undefined): ShellRow => {
    // Nothing tells a stranger or a colleague whether the session exists.
    if (!row || row.callerId !== callerIdOf(caller)) throw sessionGone()
    return row
  }

  const of = (caller: Caller, id: string): LiveShell => {
    const shell = shells.get(id)
    own(caller, shell?.row)
    if (!shell) throw sessionGone()
    return shell
  }

  const attached = (shell: LiveShell, client: ShellClient, output = 0): LiveShell => {
    if (!shell.attach(client, output)) throw sessionGone()
    return shell
  }

  const open = async (caller: Caller, { id, ...size }: ShellInput<'start'>, access: AccessChecks) => {
    // The caller's session or token may have ended since the connection began.
    const check = async (instanceId: string) => access.authorize(await access.recheck(caller), shellAccess, instanceId)
    const requested = own(caller, await rows.find(id))
    const scope = await check(requested.instanceId)
    const release = slotsOf(requested)
    const lost = new AbortController()
    let shell: LiveShell | undefined
    try {
      if (isStopping) throw new ApiError('unavailable')
      const row = await rows.start(id, { caller, address: requested.address })
      if (!row) throw sessionGone()
      opening.set(id, lost)
      const terminal = await openTerminal(row, size, lost.signal).catch(async (error: unknown) => {
        await rows.finish(row, 'lost')
        throw rejectionOf(error)
      })
      await writeLine(row, { kind: 'sessionStarted', session: row.kind })
      shell = new LiveShell({ row, terminal, files: filesOf(row), times, onOver })
      const granted = { caller, access: shellAccess, id: row.instanceId, scope }
      const watch = watchAccess(access, granted, () => shell?.end('accessLost'))
      shell.releases.push(release, watch.stop)
      await check(row.instanceId)
      shells.set(id, shell)
      if (lost.signal.aborted) shell.end('lost')
      if (isStopping) shell.end('serverStopped')
      return shell
    } catch (error) {
      if (shell) shell.end(toApiError(error).status < 500 ? 'accessLost' : 'lost')
      else release()
      throw error
    } finally {
      opening.delete(id)
    }
  }

  return {
    async start(caller, input, client, access) {
      const callerId = callerIdOf(caller)
      const started = shells.get(input.id)
      if (started?.row.callerId === callerId) return attached(started, client)
      // The response to an earlier attempt was lost, or it has not ended.
      const key = `${callerId} ${input.id}`
      const opened = starting.get(key) ?? open(caller, input, access).finally(() => starting.delete(key))
      starting.set(key, opened)
      return attached(await opened, client)
    },

    async resume(caller, { id, output }, client) {
      if (!shells.has(id)) {
        const row = own(caller, await rows.find(id))
        throw new ApiError('notFound', {
          message:
            row.node === null
              ? 'This session has not been started.'
              : 'This session runs on another server of this installation, which cannot be reached from here. Open a new one.',
        })
      }
      return attached(of(caller, id), client, output)
    },

    of,
    ids: () => {
      const open = [...shells.values()].filter(({ over }) => !over.signal.aborted)
      return [...opening.keys(), ...open.map(({ row }) => row.id)]
    },
    endLost: (ids) => {
      for (const id of ids) {
        opening.get(id)?.abort()
        shells.get(id)?.end('lost')
      }
    },
    async stop() {
      isStopping = true
      for (const lost of opening.values()) lost.abort()
      for (const shell of shells.values()) shell.end('serverStopped')
      await Promise.allSettled(starting.values())
      await Promise.all(endings)
    },
  }
}

const sessionGone = () => new ApiError('notFound', { message: 'This session has ended. Open a new one.' })
