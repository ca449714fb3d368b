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
}

export const noEntities = { shards: {}, deleted: {}, behind: {} }

/** Enough for every response that may still be on its way. */
const REMEMBERED = 1000

/** An older revision never replaces a newer one. */
export const upsert = <Row extends Entity>(entities: Entities<Row>, row: Row): void => {
  if (entities.deleted[row._id]) return
  const known = rowOf(entities.shards, row._id)
  if (known && known.revision > row.revision) return
  putRow(entities.shards, row._id, row)
  if (row.revision >= (entities.behind[row._id] ?? Number.POSITIVE_INFINITY)) delete entities.behind[row._id]
}

/** Merges a change into the revision before it. Where that is missing, the entity has to be read. */
export const applyChange = <Row extends Entity>(
  entities: Entities<Row>,
  { id, revision, changes }: { id: string; revision: number; changes: Partial<Row> },
): void => {
  const known = rowOf(entities.shards, id)
  if (entities.deleted[id] || (known && known.revision >= revision)) return
  if (known?.revision === revision - 1) putRow(entities.shards, id, { ...known, ...changes })
  else remember(entities.behind, id, Math.max(revision, entities.behind[id] ?? 0))
}

export const remove = <Row>(entities: Entities<Row>, id: string): void => {
  dropRow(entities.shards, id)
  delete entities.behind[id]
  remember(entities.deleted, id, true)
}

const remember = <T>(record: Record<string, T>, id: string, value: T): void => {
  record[id] = value
  const [oldest, ...rest] = Object.keys(record)
  if (oldest !== undefined && rest.length >= REMEMBERED) delete record[oldest]
}

/** Known entities that a newer revision exists of. */
export const staleIds = <Row extends Entity>({ shards, behind }: Readonly<Entities<Row>>): string[] =>
  Object.keys(behind).filter((id) => rowOf(shards, id) !== undefined)

/** Entities of a response as they are now; removed ones are left out. */
export const currentRows = <Row extends Entity>(
  { shards, deleted }: Readonly<Pick<Entities<Row>, 'shards' | 'deleted'>>,
  listed: readonly Row[],
): Row[] => listed.flatMap((row) => (deleted[row._id] ? [] : [rowOf(shards, row._id) ?? row]))
