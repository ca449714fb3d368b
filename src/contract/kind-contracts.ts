import { instanceCalls } from './calls/instance-calls.ts'
import { projectCalls } from './calls/project-calls.ts'
import { instanceId, projectId } from './wire/common.ts'
import { instance, project } from './wire/compute.ts'
import { resourceEvents } from './wire/resource-events.ts'

/** The calls of every kind of resource. */
export const kindCalls = { ...projectCalls, ...instanceCalls }

/** The events of every kind of resource. */
export const kindEvents = [
  ...resourceEvents('project', projectId, project),
  ...resourceEvents('instance', instanceId, instance),
] as const
