import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { JobQueue, QueueOptions } from '../../jobs/job-queue.ts'

export interface RemovalJob {
  organizationId: OrganizationId
}
export type RemovalQueue = JobQueue<RemovalJob>

/** Retries for weeks, because an unreachable engine can delay a removal for long. */
export const removalQueue: QueueOptions = {
  name: 'organization-removal',
  timeoutSeconds: 10 * 60,
  retryLimit: 1000,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 30 * 60,
  retainSeconds: 60 * 60,
  pollSeconds: 10,
  jobsAtOnce: 2,
}
