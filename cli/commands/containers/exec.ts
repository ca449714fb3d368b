import { type Command, inProject } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { findInstance } from '../../resources/find-instance.ts'
import { placeOf, placeOptions } from '../../resources/place-of.ts'

export const exec: Command = {
  summary: 'Run a command in a running container of an instance, for at most 60 seconds.',
  details:
    'Prints its output, and fails if the command does: longshore exec shop -- ls -l /data. Needs the permission “Run commands in running containers”, which only owners have by default.',
  parameters: ['INSTANCE', 'COMMAND…'],
  options: { ...inProject, ...placeOptions },
  run: async (context) => {
    const { client, output, values, args } = context
    const [name, ...command] = args
    if (command.length === 0) throw usageError('Give a command after --.')
    const place = placeOf(values)
    const { _id: id } = await findInstance(context, name)
    const result = await client.call('executeCommand', { id, command, ...place })
    output.result(result, () => result.logs)
    if (result.isCut) output.error('The output is cut at 1 MiB.')
    if (result.hasTimedOut) throw new CommandError('The command was ended after 60 seconds.')
    if (result.exitCode !== 0) throw new CommandError(`The command ended with exit code ${result.exitCode}.`)
  },
}
