import * as v from 'valibot'
import { instant, organizationId, projectId, uuid } from './common.ts'

export const savedViewId = v.pipe(uuid, v.brand('SavedViewId'))

/** How a project's instance list is filtered and sorted, under a name that its organisation shares. */
export const savedView = v.object({
  _id: savedViewId,
  organizationId,
  projectId,
  name: v.string(),
  /** The query of the list's address. */
  query: v.string(),
  /** Grows with each change. */
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

export type SavedViewId = v.InferOutput<typeof savedViewId>
export type SavedView = v.InferOutput<typeof savedView>
