/**
 * Rows by id, in up to 256 shards. A change to immutable state copies only the shard that it falls in, however many
 * rows there are.
 */
export type Shards<Row> = Record<string, Record<string, Row>>

/** Ids are random, so their first two digits distribute the rows evenly. */
const shardOf = (id: string): string => id.slice(0, 2)

export const rowOf = <Row>(shards: Readonly<Shards<Row>>, id: string): Row | undefined => shards[shardOf(id)]?.[id]

export const rowsOf = <Row>(shards: Readonly<Shards<Row>>): Row[] =>
  Object.values(shards).flatMap((shard) => Object.values(shard))

/** Mutates the given shards, which must be a draft. */
export const putRow = <Row>(shards: Shards<Row>, id: string, row: Row): void => {
  const shard = shards[shardOf(id)]
  if (shard) shard[id] = row
  else shards[shardOf(id)] = { [id]: row }
}

/** Mutates the given shards, which must be a draft. */
export const dropRow = <Row>(shards: Shards<Row>, id: string): void => {
  delete shards[shardOf(id)]?.[id]
}
