import { COMMAND_LIMIT_MS, type commandCalls } from '../../../src/contract/calls/containers/command-calls.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { type Engine, EngineFailure } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { apiKeyOf, requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { createConcurrencyLimit, takeSlots } from '../../live/concurrency-limit.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { requireCommands } from '../jobs/check-commands.ts'
import { recordCommand } from './record-command.ts'
import { rejectionOf } from './rejection-of.ts'
import { createShellCommandLog } from './shell-command-log.ts'
import { workloadFor } from './workload-for.ts'

/** How many commands of one organisation run at once. */
const MAX_AT_ONCE = 8

const NO_SHELL =
  'This image has no shell (/bin/sh). Give the command as a list of a program and its arguments, or use an image that contains a shell.'

interface Commands {
  handlers: Handlers<keyof typeof commandCalls>
  /** Kills the commands that run. */
  stop(): void
}

interface Options {
  db: Db
  engines: Engines<Pick<Engine, 'exec' | 'capabilities'>>
  log: Log
}

/** Runs commands in running containers. */
export function createCommands({ db, engines, log }: Options): Commands {
  const limit = createConcurrencyLimit(MAX_AT_ONCE)
  const stopping = new AbortController()
  const writeLine = createShellCommandLog({ db, log })

  return {
    handlers: {
      async executeCommand(context) {
        const { id, command, ...place } = context.input
        const { organizationId } = scopeOf(context.scope)
        const full = `${MAX_AT_ONCE} commands of this organisation are running. Wait until one of them ends.`
        const release = takeSlots([{ limit, key: organizationId, full }], 'tooMany')
        try {
          const found = await workloadFor(db, { id, organizationId, ...place })
          const { workloadId, service, replica, instanceName } = found
          const engine = engines.of(found.engine)
          await requireCommands(engine)
          // The entry is written first: a command that nobody may know of does not run.
          await writeAudit(db, context, {
            organizationId,
            action: 'instance.commandExecuted',
            target: instanceName,
            after: { service },
          })
          const { userId } = requireUser(context.caller)
          const apiKeyName = apiKeyOf(context.caller)?.name ?? null
          const used = { instanceId: id, workloadId, userId, apiKeyName, service, replica }
          const { output, ...result } = await recordCommand(
            (signal) =>
              engine.exec(workloadId, argumentsOf(command), { timeoutMs: COMMAND_LIMIT_MS, endsAll: true, signal }),
            {
              write: (use) => writeLine(used, use),
              callerLeft: context.signal,
              serverStopped: stopping.signal,
            },
          )
          return { logs: output, ...result }
        } catch (error) {
          throw stopping.signal.aborted
            ? new ApiError('unavailable')
            : rejectionOf(error, (message) =>
                invalidField('command', isMissingShell(error, command) ? NO_SHELL : message),
              )
        } finally {
          release()
        }
      },
    },
    stop: () => stopping.abort(),
  }
}

const argumentsOf = (command: string | string[]): string[] =>
  typeof command === 'string' ? ['/bin/sh', '-c', command] : command

const isMissingShell = (error: unknown, command: string | string[]): boolean =>
  typeof command === 'string' && error instanceof EngineFailure && error.code === 'commandNotFound'
