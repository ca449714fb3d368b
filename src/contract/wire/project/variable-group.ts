import * as v from 'valibot'
import { instant, organizationId, projectId, uuid } from '../common.ts'

export const variableGroupId = v.pipe(uuid, v.brand('VariableGroupId'))

/** Variables that the instances of a project share. Services include a group by its name. */
export const variableGroup = v.object({
  _id: variableGroupId,
  organizationId,
  projectId,
  name: v.string(),
  /** Without their values, which are sealed. */
  variables: v.array(v.object({ name: v.string(), isSecret: v.boolean() })),
  /** Grows with each change. */
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

export type VariableGroupId = v.InferOutput<typeof variableGroupId>
export type VariableGroup = v.InferOutput<typeof variableGroup>
