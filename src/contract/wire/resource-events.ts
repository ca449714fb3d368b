import * as v from 'valibot'
import { organizationId } from './common.ts'

/**
 * The events of a kind. A change carries the fields that changed and the revision that it makes. A client merges them
 * into any revision from `after` on, which is the revision of the event before; any other client reads the resource.
 * Without `after` it is one less than `revision`.
 */
export const resourceEvents = <
  const Name extends string,
  Id extends v.GenericSchema,
  Row extends v.ObjectSchema<v.ObjectEntries, undefined>,
>(
  name: Name,
  id: Id,
  row: Row,
) =>
  [
    v.object({ kind: v.literal(`${name}Created` as const), row }),
    v.object({
      kind: v.literal(`${name}Changed` as const),
      id,
      after: v.optional(v.number()),
      revision: v.number(),
      changes: v.partial(row),
    }),
    v.object({ kind: v.literal(`${name}Removed` as const), id }),
  ] as const

/**
 * A resource in events, with the fields that every resource has. The console's first page loads this; the whole schema,
 * whose type it has, comes with the calls of the resource.
 */
export const eventResource = <Schema>(_id: v.GenericSchema): Schema =>
  v.looseObject({ _id, organizationId, revision: v.number() }) as unknown as Schema
