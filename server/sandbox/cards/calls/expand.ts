import { invalidRequest } from '../processor-error.ts'
import type { RecordKind } from '../records/card-records.ts'
import type { ReadRecords } from '../records/card-store.ts'

const kindByPrefix: Record<string, RecordKind> = {
  ch: 'charge',
  cus: 'customer',
  du: 'dispute',
  pi: 'payment_intent',
  pm: 'payment_method',
  re: 'refund',
  seti: 'setup_intent',
  txn: 'balance_transaction',
}
const MAX_DEPTH = 4

/** Replaces ids by their records at the given paths, such as `latest_charge.balance_transaction` or `data.customer`. */
export function expand(records: ReadRecords, value: unknown, paths: readonly string[]): unknown {
  return paths.reduce((expanded, path) => {
    const fields = path.split('.')
    if (fields.length > MAX_DEPTH)
      throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`)
    return expandField(records, expanded, fields)
  }, value)
}

function expandField(records: ReadRecords, value: unknown, [field, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value))
    return value.map((item) => expandField(records, item, field === undefined ? [] : [field, ...rest]))
  if (field === undefined || value === null || typeof value !== 'object') return value
  if (!Object.hasOwn(value, field)) throw invalidRequest(`This property cannot be expanded (${field}).`)
  const inner = (value as Record<string, unknown>)[field]
  const record = typeof inner === 'string' ? recordOf(records, inner) : inner
  return { ...value, [field]: expandField(records, record, rest) }
}

function recordOf(records: ReadRecords, id: string): unknown {
  const kind = kindByPrefix[id.split('_')[0] ?? '']
  return (kind && records.find(kind, id)) ?? id
}
