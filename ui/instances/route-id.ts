import * as v from 'valibot'
import {
  type ClusterId,
  clusterId,
  type InstanceId,
  instanceId,
  type ProjectId,
  projectId,
} from '../../src/contract/wire/common.ts'

const parsed = <T>(schema: v.GenericSchema<unknown, T>, text: string | undefined): T | null => {
  const read = v.safeParse(schema, text)
  return read.success ? read.output : null
}

/** Parses an id in the address; null if it is not valid. */
export const routeClusterId = (text: string | undefined): ClusterId | null => parsed(clusterId, text)
export const routeProjectId = (text: string | undefined): ProjectId | null => parsed(projectId, text)
export const routeInstanceId = (text: string | undefined): InstanceId | null => parsed(instanceId, text)
