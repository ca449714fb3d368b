import { randomUUID } from 'node:crypto'
import type { Container, Exec } from 'dockerode'
import { hasEnded, initPath, isRunning } from './docker-exec.ts'
import { type KillCommand, MARK_VARIABLE } from './kill-command.ts'

interface MarkedExec {
  exec: Exec
  /** Kills the command with everything that it started, and resolves when the engine has seen its end. */
  end(): Promise<void>
}

/** Prepares a command whose processes are found by their mark, which they inherit. */
export async function createMarkedExec(
  container: Container,
  kill: KillCommand,
  command: string[],
  { readsInput }: { readsInput: boolean },
): Promise<MarkedExec> {
  const mark = randomUUID()
  const { Id, HostConfig } = await container.inspect()
  const exec = await container.exec({
    Cmd: HostConfig.Init ? [initPath, '--', ...command] : command,
    Env: [`${MARK_VARIABLE}=${mark}`, 'TINI_SUBREAPER=1'],
    AttachStdin: readsInput,
    AttachStdout: true,
    AttachStderr: true,
  })
  return {
    exec,
    async end() {
      if (!(await isRunning(exec))) return
      await kill(Id, mark)
      await hasEnded(exec)
    },
  }
}
