import type { CommandContext } from '../command.ts'
import { CommandError, usageError } from '../command-error.ts'

/** Requires the name to be typed, or given by `--confirm`, for what cannot be undone. */
export const confirmByName = async ({ world, values }: CommandContext, name: string, what: string): Promise<void> => {
  const given = values.confirm ?? (await world.terminal.prompt(`${what}\nType the name “${name}” to confirm: `))
  if (given === null) throw usageError(`${what} Confirm it with --confirm "${name}".`)
  if (given !== name) throw new CommandError('The name does not match. Nothing has changed.')
}

/** Asks for a yes, unless `--yes` was given. */
export const confirm = async ({ world, values }: CommandContext, question: string): Promise<void> => {
  if (values.yes === true) return
  const reply = await world.terminal.prompt(`${question} [y/N] `)
  if (reply === null) throw usageError(`${question} Confirm it with --yes.`)
  if (!/^y(es)?$/i.test(reply)) throw new CommandError('Nothing has changed.')
}
