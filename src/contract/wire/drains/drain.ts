import * as v from 'valibot'
import { instanceId, instant, organizationId, projectId } from '../common.ts'
import { logStreams } from '../log.ts'
import { drainId } from './drain-id.ts'
import { drainTarget } from './drain-target.ts'

/** Output of replicas, output of runs, and the platform's lines about deployments. */
export const drainedLogTypes = ['instanceLogs', 'runLogs', 'logs'] as const

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
  target: drainTarget,
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

export type Drain = v.InferOutput<typeof drain>
