import * as v from 'valibot'
import { invalidRequest, missing } from '../processor-error.ts'
import type { CardRecords } from '../records/card-records.ts'
import { call, integer, type ProcessorCall, text } from './processor-call.ts'

type Listed = Exclude<keyof CardRecords, 'card' | 'delivery' | 'due' | 'response'>

/** The lists of the processor: their path, and the fields by which they can be filtered. */
const lists: { kind: Listed; path: string; filters: string[] }[] = [
  { kind: 'balance_transaction', path: '/v1/balance_transactions', filters: ['source', 'type'] },
  { kind: 'charge', path: '/v1/charges', filters: ['customer', 'payment_intent'] },
  { kind: 'customer', path: '/v1/customers', filters: ['email'] },
  { kind: 'dispute', path: '/v1/disputes', filters: ['charge', 'payment_intent'] },
  { kind: 'event', path: '/v1/events', filters: ['type'] },
  { kind: 'payment_intent', path: '/v1/payment_intents', filters: ['customer'] },
  { kind: 'payment_method', path: '/v1/payment_methods', filters: ['customer', 'type'] },
  { kind: 'refund', path: '/v1/refunds', filters: ['charge', 'payment_intent'] },
  { kind: 'setup_intent', path: '/v1/setup_intents', filters: ['customer', 'payment_method'] },
  { kind: 'webhook_endpoint', path: '/v1/webhook_endpoints', filters: [] },
]

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100
const created = v.exactOptional(
  v.union([
    v.pipe(
      integer,
      v.transform((at) => ({ gte: at, lte: at })),
    ),
    v.strictObject({
      gt: v.exactOptional(integer),
      gte: v.exactOptional(integer),
      lt: v.exactOptional(integer),
      lte: v.exactOptional(integer),
    }),
  ]),
)

/** The card form reads the intent whose secret it has. */
const isIntent = (kind: Listed) => kind === 'payment_intent' || kind === 'setup_intent'

export const listCalls: ProcessorCall[] = lists.flatMap(({ kind, path, filters }) => [
  call({
    method: 'GET',
    path,
    input: {
      created,
      limit: v.exactOptional(integer),
      starting_after: v.exactOptional(text),
      ending_before: v.exactOptional(text),
      ...Object.fromEntries(filters.map((name) => [name, v.exactOptional(text)])),
    },
    run({ records }, { created: between, limit = DEFAULT_LIMIT, starting_after, ending_before, ...values }) {
      if (limit < 1 || limit > MAX_LIMIT)
        throw invalidRequest(`Invalid limit: must be between 1 and ${MAX_LIMIT}`, { param: 'limit' })
      const found = records
        .list(kind)
        .filter((record) => isBetween(record.created, between ?? {}) && matches(record, values))
        .reverse()
      const { page, hasMore } = pageOf(found, limit, starting_after, ending_before)
      return { object: { object: 'list', url: path, has_more: hasMore, data: page } }
    },
  }),
  call({
    method: 'GET',
    path: `${path}/:id`,
    ...(isIntent(kind) ? { publishable: true, input: { client_secret: v.exactOptional(text) } } : { input: {} }),
    run({ records }, _input, id) {
      const record = records.find(kind, id)
      if (!record) throw missing(kind, id)
      return { object: record }
    },
  }),
])

function isBetween(
  at: number,
  { gt, gte, lt, lte }: NonNullable<v.InferOutput<typeof created>> & Record<string, number | undefined>,
): boolean {
  return (
    (gt === undefined || at > gt) &&
    (gte === undefined || at >= gte) &&
    (lt === undefined || at < lt) &&
    (lte === undefined || at <= lte)
  )
}

function matches(record: object, values: Record<string, unknown>): boolean {
  return Object.entries(values).every(
    ([name, value]) => value === undefined || (record as Record<string, unknown>)[name] === value,
  )
}

/** Cuts a page out of records, newest first. */
function pageOf<T extends { id: string }>(
  found: readonly T[],
  limit: number,
  after: string | undefined,
  before: string | undefined,
): { page: T[]; hasMore: boolean } {
  const positionOf = (id: string, param: string) => {
    const at = found.findIndex((record) => record.id === id)
    if (at < 0) throw missing('object', id, param)
    return at
  }
  if (before !== undefined) {
    const end = positionOf(before, 'ending_before')
    return { page: found.slice(Math.max(0, end - limit), end), hasMore: end > limit }
  }
  const start = after === undefined ? 0 : positionOf(after, 'starting_after') + 1
  return { page: found.slice(start, start + limit), hasMore: found.length > start + limit }
}
