import { writeCompose } from '../../../src/rules/compose/write-compose.ts'
import { writeConfiguration } from '../../../src/rules/configuration/write-configuration.ts'
import { type Command, inProject } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { findInstance } from '../../resources/find-instance.ts'

export const configuration: Command = {
  summary: 'Print the configuration of an instance as a file.',
  details:
    'Values of variables and files stay on the server: they are written as “keep: true”, or as variables for Compose.',
  parameters: ['INSTANCE'],
  options: { ...inProject, compose: { type: 'boolean', description: 'Print a Docker Compose file.' } },
  run: async (context) => {
    const { client, output, values, args } = context
    const { _id, name, region } = await findInstance(context, args[0])
    const { deployments } = await client.call('readDeployments', { id: _id, limit: 1 })
    const stored = deployments[0]?.configuration
    if (!stored) throw new CommandError('You may not read the configuration of this instance.')
    const file = { name, region, configuration: { services: stored.services } }
    output.result(file, () => (values.compose === true ? writeCompose(file) : writeConfiguration(file)))
  },
}
