import type { Instance } from '../../src/contract/wire/compute.ts'
import type { CommandContext } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { createLogReader } from './follow-log.ts'

const INTERVAL_MS = 1000

/** Prints the log of a deployment until it serves; rejects when it fails. */
export const awaitDeployment = async (context: CommandContext, accepted: Instance): Promise<Instance> => {
  const { client, world, output } = context
  const deployment = accepted.activeDeployment ?? accepted.deployments[0]?._id
  const log =
    output.isJson || deployment === undefined ? null : createLogReader(context, { id: deployment, logType: 'logs' }, 0)
  for (;;) {
    const { instance } = await client.call('readInstance', { id: accepted._id })
    await log?.printNew()
    if (instance.state === 'Active') return instance
    if (instance.state === 'Failed-start') throw new CommandError(instance.error?.message ?? 'The deployment failed.')
    if (instance.state === 'Closed') throw new CommandError('The instance was closed meanwhile.')
    await world.sleep(INTERVAL_MS)
  }
}
