import { randomUUID } from 'node:crypto'
import type pg from 'pg'

interface Recorded {
  text: string
  values: unknown[]
  rows: unknown[]
}

export interface QueryRecorder {
  /** Resolves with the queries of all connections during the work, in order. */
  record(work: () => Promise<unknown>): Promise<Recorded[]>
}

type Query = (given: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryArrayResult>

/** Records the queries of a pool. Create it before the pool's first connection. */
export function createQueryRecorder(pool: pg.Pool): QueryRecorder {
  let recorded: Recorded[] | undefined
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as unknown as Query
    // Only the forms that return a promise or take a callback last are used; both reach this function.
    client.query = ((...args: [string | pg.QueryConfig, ...unknown[]]) => {
      const [given] = args
      const config = typeof given === 'string' ? { text: given } : given
      const values = args.find(Array.isArray) ?? config.values ?? []
      const entry: Recorded = { text: config.text, values, rows: [] }
      recorded?.push(entry)
      const running = (query as unknown as (...all: unknown[]) => unknown)(...args)
      if (recorded && running instanceof Promise)
        void running.then(
          (result: pg.QueryResult) => {
            entry.rows = result.rows ?? []
          },
          () => undefined,
        )
      return running
    }) as typeof client.query
  })
  return {
    async record(work) {
      const queries: Recorded[] = []
      recorded = queries
      await work()
      recorded = undefined
      return queries
    },
  }
}

const uuids = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/**
 * Repeats recorded queries on one connection with other values: `known` maps recorded texts, such as the ids of
 * existing rows; every other UUID becomes a new one.
 */
export async function replay(
  client: pg.PoolClient,
  queries: readonly Recorded[],
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const replaced = new Map(known)
  const fresh = (text: string): string => {
    const found = replaced.get(text) ?? randomUUID()
    replaced.set(text, found)
    return found
  }
  const others = [...known.keys()].filter((text) => !text.match(uuids))
  const substitute = (text: string): string =>
    others.reduce((rest, other) => rest.replaceAll(other, known.get(other) ?? ''), text.replaceAll(uuids, fresh))
  for (const { text, values } of queries)
    await client.query(
      text,
      values.map((value) => (typeof value === 'string' ? substitute(value) : value)),
    )
}
