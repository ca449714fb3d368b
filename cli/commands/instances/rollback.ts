import type { Deployment } from '../../../src/contract/wire/compute.ts'
import { type Command, type CommandContext, inProject, rollOutOptions, strategyOf, textOption } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { awaitDeployment } from '../../resources/await-deployment.ts'
import { confirm } from '../../resources/confirm.ts'
import { findInstance } from '../../resources/find-instance.ts'

/** Returns the number of `--to`, else that of the deployment before the newest which has served. */
const targetOf = ({ values }: CommandContext, deployments: readonly Deployment[]): number => {
  const given = textOption(values, 'to')
  if (given !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(given)) throw usageError('--to is the number of a deployment.')
    return Number(given)
  }
  const [, ...earlier] = deployments.toSorted((one, other) => other.number - one.number)
  const last = earlier.find(({ activeSince }) => activeSince !== null)
  if (!last) throw new CommandError('No earlier deployment has served.')
  return last.number
}

export const rollback: Command = {
  summary: 'Deploy the configuration and the images of an earlier deployment again.',
  parameters: ['INSTANCE'],
  options: {
    ...inProject,
    ...rollOutOptions,
    to: { type: 'string', value: 'NUMBER', description: 'The deployment; else the last one that served before.' },
    detach: { type: 'boolean', short: 'd', description: 'Do not wait until the deployment serves.' },
    yes: { type: 'boolean', short: 'y', description: 'Do not ask.' },
  },
  run: async (context) => {
    const { client, output, values, args } = context
    const { _id, name, deployments } = await findInstance(context, args[0])
    const deploymentNumber = targetOf(context, deployments)
    await confirm(context, `Roll ${name} back to deployment ${deploymentNumber}?`)
    const { instance: accepted } = await client.call('rollbackInstance', {
      id: _id,
      deploymentNumber,
      strategy: strategyOf(values),
    })
    const instance = values.detach === true ? accepted : await awaitDeployment(context, accepted)
    output.result(instance, () => `${name} runs the configuration of deployment ${deploymentNumber}.\n`)
  },
}
