import * as v from 'valibot'
import { instanceId, instant, organizationId, projectId, uuid } from '../common.ts'
import { logStreams } from '../log.ts'
import type { DrainTarget } from './drain-target.ts'

export const drainId = v.pipe(uuid, v.brand('DrainId'))

/** Output of replicas, output of runs, and the platform's lines about deployments. */
export const drainedLogTypes = ['instanceLogs', 'runLogs', 'logs'] as const

/** Responses have its full schema, `drainTarget`. The console's first page loads this one, for events. */
const target = v.looseObject({ type: v.string() }) as unknown as v.GenericSchema<DrainTarget>

/** Sends the log lines of an organisation, a project or an instance to a system of the user. */
export const drain = v.object({
  _id: drainId,
  organizationId,
  /** Both null for all projects. */
  projectId: v.nullable(projectId),
  instanceId: v.nullable(instanceId),
  name: v.string(),
  logTypes: v.array(v.picklist(drainedLogTypes)),
  /** Empty for all services. */
  services: v.array(v.string()),
  streams: v.array(v.picklist(logStreams)),
  target,
  state: v.picklist(['active', 'failing', 'paused']),
  lastError: v.string(),
  lastErrorAt: v.nullable(instant),
  lastSuccessAt: v.nullable(instant),
  sentLines: v.number(),
  /** Lines that the target refused for good. */
  rejectedLines: v.number(),
  /** Lines that were removed from the stored log before they could be sent. */
  lostLines: v.number(),
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

export type DrainId = v.InferOutput<typeof drainId>
export type Drain = v.InferOutput<typeof drain>
