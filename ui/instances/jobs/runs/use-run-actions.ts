import type { Run } from '../../../../src/contract/wire/jobs/job.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'

/** Cancels a run, or runs its command again in the service and with the time limit that it had. */
export const useRunActions = ({ _id: runId, instanceId: id, service, command, timeoutSeconds }: Run) => {
  const canceling = useMutation('cancelRun')
  const starting = useMutation('startRun')
  return {
    cancel: () => canceling.mutate({ id, runId }),
    runAgain: () => starting.mutate({ id, serviceName: service, command, timeoutSeconds }),
    isRunning: canceling.isRunning || starting.isRunning,
  }
}
