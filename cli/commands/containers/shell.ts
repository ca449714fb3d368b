import { asyncScheduler, NEVER } from 'rxjs'
import { socketTerminals } from '../../../streams/terminals/socket-terminals.ts'
import { type Command, inProject } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { findInstance } from '../../resources/find-instance.ts'
import { placeOf, placeOptions } from '../../resources/place-of.ts'
import { connectShell } from '../../terminal/connect-shell.ts'
import { printable } from '../../terminal/printable.ts'

export const shell: Command = {
  summary: 'Open a shell in a running container of an instance.',
  details:
    'All keys, Ctrl-C too, go to the container; Enter ~. leaves it, and ends what it started. Ends with the exit code of the shell. Needs the permission “Run commands in running containers”, which only owners have by default.',
  parameters: ['INSTANCE'],
  options: { ...inProject, ...placeOptions },
  run: async (context) => {
    const { client, world, url, values, args } = context
    const { terminal, interrupted } = world
    const { raw } = terminal
    if (!raw) throw usageError('A shell needs a terminal. In scripts, use “longshore exec”.')
    const place = placeOf(values)
    const { _id: id, name } = await findInstance(context, args[0])
    const { shellSessionId, service, replica } = await client.call('openShell', { id, kind: 'terminal', ...place })
    // While the keyboard is raw, a line feed alone does not return to the first column.
    const notify = (text: string) => terminal.writeError(`\r${printable(text)}\r\n`)
    const needs = { origin: url, scheduler: asyncScheduler, random: Math.random, online$: NEVER }
    const terminals = socketTerminals(client.token, needs, (_, error) => notify(String(error)))
    notify(`Shell in ${service} ${replica + 1} of ${name}. After Enter, ~. leaves and ~? helps.`)
    raw.open()
    try {
      const remote = terminals.open(shellSessionId, raw.size())
      const { reason, message, exitCode = 1 } = await connectShell({ remote, raw, notify, interrupted })
      if (reason !== 'closed' && exitCode !== 0) throw new CommandError(message, exitCode)
    } finally {
      raw.close()
      terminals.disconnect()
    }
  },
}
