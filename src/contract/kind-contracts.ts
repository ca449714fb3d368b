import { instanceCalls } from './calls/instance-calls.ts'
import { projectCalls } from './calls/project-calls.ts'
import { savedViewCalls } from './calls/saved-view-calls.ts'
import { instanceId, projectId } from './wire/common.ts'
import { instance, project } from './wire/compute.ts'
import { resourceEvents } from './wire/resource-events.ts'
import { savedView, savedViewId } from './wire/saved-view.ts'

/** The calls of every kind of resource. */
export const kindCalls = { ...projectCalls, ...instanceCalls, ...savedViewCalls }

/** The events of every kind of resource. */
export const kindEvents = [
  ...resourceEvents('project', projectId, project),
  ...resourceEvents('instance', instanceId, instance),
  ...resourceEvents('savedView', savedViewId, savedView),
] as const
