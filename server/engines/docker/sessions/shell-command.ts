import { initPath } from '../commands/docker-exec.ts'
import { MARK_VARIABLE } from '../commands/kill-command.ts'

const SHELL = '/bin/sh'
/** Prints the mark first, so that output of the engine or its init is not taken for that of the shell. */
const start = `printf '%s\\n' "$${MARK_VARIABLE}"; command -v bash >/dev/null 2>&1 && exec bash; exec ${SHELL}`

/** Returns the command of a shell session. Under an init, processes that leave their parent stay its descendants. */
export function shellCommand(hasInit: boolean | undefined): string[] {
  const shell = [SHELL, '-c', start]
  return hasInit ? [initPath, '--', ...shell] : shell
}
