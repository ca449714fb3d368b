import type { logCalls } from '../../../src/contract/calls/log-calls.ts'
import type { Config } from '../../config.ts'
import type { CallContext, Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { logExtent, readBatches } from './chunks/read-batches.ts'
import { addressIn } from './log-address.ts'
import { findLogPosition } from './queries/find-log-position.ts'
import { readLogPage } from './queries/log-page.ts'
import { readLogIndex } from './queries/read-log-index.ts'
import { readRetention } from './queries/read-retention.ts'
import type { WorkloadLogs } from './reading/workload-logs.ts'
import type { SearchJob } from './search/search-job.ts'
import type { LogSearches } from './search/search-logs.ts'
import { type TriggerOptions, triggerInstance } from './trigger-instance.ts'

/** A chunk is at most half of this, and a read may return one chunk more than requested. */
const RANGE_BYTES = 524_288

export interface LogHandlerOptions extends TriggerOptions {
  logs: WorkloadLogs
  searches: LogSearches
  limits: Config['logs']
}

/** Handles all calls about logs. */
export function logHandlers(options: LogHandlerOptions): Handlers<keyof typeof logCalls> {
  const { db, searches, limits } = options
  return {
    readDeploymentLogs: ({ input, caller, scope, signal }) => {
      const { organizationId } = scopeOf(scope)
      return readLogPage(db, input, { searches, userId: requireUser(caller).userId, organizationId, signal })
    },

    async readLogRange({ input }) {
      const address = addressIn(input)
      const [extent, packets] = await Promise.all([
        logExtent(db, address),
        readBatches(db, address, { from: input.first, to: input.last }, RANGE_BYTES),
      ])
      return { packets, ...extent }
    },

    readLogIndex: async ({ input }) => ({ logs: await readLogIndex(db, addressIn(input)) }),

    findLogPosition: ({ input }) => findLogPosition(db, addressIn(input), new Date(input.at)),

    readLogRetention: ({ input }) => readRetention(db, input.id, limits),

    searchLogs: ({ input, caller, scope, signal }) =>
      searches.search(jobOf(input, scopeOf(scope).organizationId), requireUser(caller).userId, signal),

    triggerInstance: (context) => triggerInstance(options, context),
  }
}

const jobOf = (input: CallContext<'searchLogs'>['input'], organizationId: string): SearchJob => ({
  organizationId,
  address: addressIn(input),
  find: {
    query: input.find,
    as: input.as,
    matchCase: input.matchCase === 'y',
    readable: input.readable === 'y',
  },
  order: 'newestFirst',
  window: { skip: 0, take: input.limit },
  stopAtLimit: true,
  stream: input.stream,
  sinceMs: input.since === undefined ? undefined : Date.parse(input.since),
  untilMs: input.until === undefined ? undefined : Date.parse(input.until),
  first: input.first,
  last: input.last,
})
