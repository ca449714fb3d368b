import * as v from 'valibot'
import { organizationId } from '../common.ts'
import type { drain } from './drain.ts'
import { drainId } from './drain-id.ts'

/** A drain in events. The console's first page loads this; the whole schema comes with the calls of drains. */
export const drainEvent = v.looseObject({
  _id: drainId,
  organizationId,
  revision: v.number(),
}) as unknown as typeof drain
