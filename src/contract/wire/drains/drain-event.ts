import * as v from 'valibot'
import { organizationId, uuid } from '../common.ts'
import type { drain } from './drain.ts'

export const drainId = v.pipe(uuid, v.brand('DrainId'))

/** A drain in events. The console's first page loads this; the whole schema comes with the calls of drains. */
export const drainEvent = v.looseObject({
  _id: drainId,
  organizationId,
  revision: v.number(),
}) as unknown as typeof drain

export type DrainId = v.InferOutput<typeof drainId>
