import type { Instance } from '../../src/contract/wire/compute.ts'
import type { CommandContext } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { createLogReader } from './follow-log.ts'

const INTERVAL_MS = 1000

/** Prints the log of the newest deployment until it serves; rejects when it fails. */
export const awaitDeployment = async (context: CommandContext, accepted: Instance): Promise<Instance> => {
  const { client, world, output } = context
  const { _id: id } = accepted
  const requested = accepted.desiredDeployment
  if (requested === null) return accepted
  const log = output.isJson ? null : createLogReader(context, { id: requested, logType: 'logs' }, 0)
  for (;;) {
    const { instance } = await client.call('readInstance', { id })
    const deployment = instance.deployments.find(({ _id }) => _id === requested)
    await log?.printNew()
    if (deployment?.status === 'Deployed') return instance
    if (deployment?.status === 'Failed' || instance.state === 'Failed-start')
      throw new CommandError(deployment?.error?.message ?? instance.error?.message ?? 'The deployment failed.')
    if (!deployment || deployment.status === 'Deprecated')
      throw new CommandError('A newer deployment, or the end of the instance, has replaced this deployment.')
    await world.sleep(INTERVAL_MS)
  }
}
