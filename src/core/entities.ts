import { dropRow, putRow, rowOf, type Shards } from './shards.ts'

export interface Entity {
  readonly _id: string
  readonly revision: number
}

/** The newest of every entity of a kind that this tab knows. */
export interface Entities<Row> {
  shards: Shards<Row>
  /** Removed while this tab watched: a late response must not bring one back. */
  deleted: Record<string, true>
  /** The newest revision of entities whose revision before it is missing here. */
  behind: Record<string, number>
  /** By query: how many views subscribe to it, and the entities of its last response. */
  holders: Record<string, { views: number; ids: string[] }>
}

export interface EntityChange<Row> {
  id: string
  /** The revision of the event before this one; by default the revision before. */
  after?: number
  revision: number
  changes: Partial<Row>
}

export const noEntities = { shards: {}, deleted: {}, behind: {}, holders: {} }

/** Enough for every response that may still be on its way. */
const REMEMBERED = 1000
/** Queries that no view subscribes to, whose entities stay for a user who goes back. */
const RELEASED = 30

/** An older revision never replaces a newer one. */
export const upsert = <Row extends Entity>(entities: Entities<Row>, row: Row): void => {
  if (entities.deleted[row._id]) return
  const known = rowOf(entities.shards, row._id)
  if (known && known.revision > row.revision) return
  putRow(entities.shards, row._id, row)
  if (row.revision >= (entities.behind[row._id] ?? Number.POSITIVE_INFINITY)) delete entities.behind[row._id]
}

/** Merges a change into a revision from `after` on. Where that is missing, the entity has to be read. */
export const applyChange = <Row extends Entity>(
  entities: Entities<Row>,
  { id, revision, after = revision - 1, changes }: EntityChange<Row>,
): void => {
  const known = rowOf(entities.shards, id)
  if (entities.deleted[id] || (known && known.revision >= revision)) return
  if (known && known.revision >= after) putRow(entities.shards, id, { ...known, ...changes })
  else entities.behind[id] = Math.max(revision, entities.behind[id] ?? 0)
}

export const remove = <Row>(entities: Entities<Row>, id: string): void => {
  dropRow(entities.shards, id)
  delete entities.behind[id]
  entities.deleted[id] = true
}

/** Forgets the oldest of what is remembered beside the rows. */
export const trim = <Row>({ deleted, behind }: Entities<Row>): void => {
  for (const record of [deleted, behind]) {
    const ids = Object.keys(record)
    for (const id of ids.slice(0, Math.max(0, ids.length - REMEMBERED))) delete record[id]
  }
}

/** A view subscribes to a query; `ids` where its input names the entity. */
export const hold = <Row>({ holders }: Entities<Row>, query: string, ids: string[] = []): void => {
  const holder = holders[query]
  if (holder) holder.views += 1
  else holders[query] = { views: 1, ids }
}

/** The entities of a query's last response, while anything holds it. */
export const setHeld = <Row>({ holders }: Entities<Row>, query: string, ids: string[]): void => {
  const holder = holders[query]
  if (holder) holder.ids = ids
}

/** A view leaves a query. Entities that no remembered query holds are dropped. */
export const release = <Row>(entities: Entities<Row>, query: string): void => {
  const { holders, shards } = entities
  const holder = holders[query]
  if (!holder) return
  // The last one released stands last.
  delete holders[query]
  holders[query] = { views: Math.max(0, holder.views - 1), ids: holder.ids }
  const released = Object.keys(holders).filter((key) => holders[key]?.views === 0)
  if (released.length <= RELEASED) return
  for (const key of released.slice(0, released.length - RELEASED)) delete holders[key]
  const held = new Set(Object.values(holders).flatMap(({ ids }) => ids))
  for (const shard of Object.values(shards)) for (const id of Object.keys(shard)) if (!held.has(id)) delete shard[id]
}

/** Of a user who is gone nothing stays; views that are still there hold what comes next. */
export const forget = <Row>({ holders }: Entities<Row>): Entities<Row> => ({
  ...noEntities,
  holders: Object.fromEntries(
    Object.entries(holders)
      .filter(([, { views }]) => views > 0)
      .map(([query, { views }]) => [query, { views, ids: [] }]),
  ),
})

/** Entities that are known or held by a view, and of which a newer revision exists. */
export const staleIds = <Row extends Entity>({ shards, behind, holders }: Readonly<Entities<Row>>): string[] => {
  const missing = Object.keys(behind)
  if (missing.length === 0) return missing
  const held = new Set(Object.values(holders).flatMap(({ views, ids }) => (views > 0 ? ids : [])))
  return missing.filter((id) => rowOf(shards, id) !== undefined || held.has(id))
}

/** Entities of a response as they are now; removed ones are left out. */
export const currentRows = <Row extends Entity>(
  { shards, deleted }: Readonly<Pick<Entities<Row>, 'shards' | 'deleted'>>,
  listed: readonly Row[],
): Row[] => listed.flatMap((row) => (deleted[row._id] ? [] : [rowOf(shards, row._id) ?? row]))
