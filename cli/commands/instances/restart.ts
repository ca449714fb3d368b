import { type Command, inProject, rollOutOptions, strategyOf } from '../../command.ts'
import { awaitDeployment } from '../../resources/await-deployment.ts'
import { findInstance } from '../../resources/find-instance.ts'

export const restart: Command = {
  summary: 'Replace the replicas of an instance by new ones with the same configuration.',
  parameters: ['INSTANCE'],
  options: {
    ...inProject,
    ...rollOutOptions,
    detach: { type: 'boolean', short: 'd', description: 'Do not wait for the new replicas.' },
  },
  run: async (context) => {
    const { client, output, values, args } = context
    const { _id, name } = await findInstance(context, args[0])
    const { instance: accepted } = await client.call('restartInstance', { id: _id, strategy: strategyOf(values) })
    const instance = values.detach === true ? accepted : await awaitDeployment(context, accepted)
    output.result(instance, () => `${name} ${values.detach === true ? 'is restarting' : 'has restarted'}.\n`)
  },
}
