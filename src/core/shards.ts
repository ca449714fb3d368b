/**
 * Rows by id, in up to 256 parts: immutable state is copied where it changes, and a change copies the part that it falls
 * in, however many rows there are.
 */
export type Shards<Row> = Record<string, Record<string, Row>>

/** Ids are random; their first two digits share the rows out evenly. */
const shardOf = (id: string): string => id.slice(0, 2)

export const rowOf = <Row>(shards: Readonly<Shards<Row>>, id: string): Row | undefined => shards[shardOf(id)]?.[id]

export const rowsOf = <Row>(shards: Readonly<Shards<Row>>): Row[] =>
  Object.values(shards).flatMap((shard) => Object.values(shard))

/** The rows of `after` that `before` does not have, or not as they are. */
export const changedRows = <Row>(before: Readonly<Shards<Row>>, after: Readonly<Shards<Row>>): Row[] =>
  Object.entries(after).flatMap(([name, shard]) => {
    const old = before[name]
    return old === shard ? [] : Object.entries(shard).flatMap(([id, row]) => (old?.[id] === row ? [] : [row]))
  })

/** Changes the shards that it is given: a draft. */
export const putRow = <Row>(shards: Shards<Row>, id: string, row: Row): void => {
  const shard = shards[shardOf(id)]
  if (shard) shard[id] = row
  else shards[shardOf(id)] = { [id]: row }
}

/** Changes the shards that it is given: a draft. */
export const dropRow = <Row>(shards: Shards<Row>, id: string): void => {
  delete shards[shardOf(id)]?.[id]
}
