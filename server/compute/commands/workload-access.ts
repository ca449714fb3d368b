import type { commandCalls } from '../../../src/contract/calls/containers/command-calls.ts'
import type { shellCalls } from '../../../src/contract/calls/containers/shell-calls.ts'
import type { Engines } from '../../engines/engines.ts'
import type { Handlers } from '../../http/handler.ts'
import type { ServeShells } from '../../live/socket.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { createShells } from '../shell/shells.ts'
import { createCommands } from './commands.ts'

export interface WorkloadAccess {
  handlers: Handlers<keyof typeof commandCalls | keyof typeof shellCalls>
  serveShells: ServeShells
  /** Kills the commands that run, so that their callers are answered. */
  endCommands(): void
  start(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  db: Db
  engines: Engines
  node: string
  isAlone: boolean
  log: Log
}

/** What a member may do inside running containers: commands, shells and files. */
export function createWorkloadAccess(options: Options): WorkloadAccess {
  const commands = createCommands(options)
  const shells = createShells(options)
  return {
    handlers: { ...commands.handlers, ...shells.handlers },
    serveShells: shells.serve,
    endCommands: commands.stop,
    start: shells.start,
    stop: shells.stop,
  }
}
