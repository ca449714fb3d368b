import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { JobQueue, QueueOptions } from '../../jobs/job-queue.ts'

export type ReconcileQueue = JobQueue<{ instanceId: InstanceId }>

export const reconcileQueue: QueueOptions = {
  name: 'reconcile',
  lastsSeconds: 20 * 60,
  retryLimit: 10,
  retryDelaySeconds: 5,
  longestDelaySeconds: 60,
  retainSeconds: 60 * 60,
  // Polling is only the net below the nudge in the same process, so it may be slow.
  pollSeconds: 5,
  jobsAtOnce: 20,
}
