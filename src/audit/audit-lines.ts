import type { AuditEntry } from '../contract/wire/audit.ts'
import { csvLine } from '../rules/units/csv.ts'
import type { AuditFormat } from './audit-message.ts'

const columns: readonly { title: string; of: (entry: AuditEntry) => string }[] = [
  { title: 'number', of: ({ number }) => String(number) },
  { title: 'at', of: ({ at }) => at },
  { title: 'action', of: ({ action }) => action },
  { title: 'target', of: ({ target }) => target },
  { title: 'user', of: ({ actor }) => actor.name },
  { title: 'user id', of: ({ actor }) => actor._id ?? '' },
  { title: 'API token', of: ({ apiKeyName }) => apiKeyName ?? '' },
  { title: 'before', of: ({ before }) => (before ? JSON.stringify(before) : '') },
  { title: 'after', of: ({ after }) => (after ? JSON.stringify(after) : '') },
  { title: 'address', of: ({ address }) => address },
]

/** The header, line format and file name of each export format: CSV (RFC 4180), or one JSON value per line. */
export const auditFiles: Record<
  AuditFormat,
  { head: string; line: (entry: AuditEntry) => string; name: string; type: string }
> = {
  csv: {
    head: csvLine(columns.map(({ title }) => title)),
    line: (entry) => csvLine(columns.map(({ of }) => of(entry))),
    name: 'audit-log.csv',
    type: 'text/csv;charset=utf-8',
  },
  ndjson: {
    head: '',
    line: (entry) => `${JSON.stringify(entry)}\n`,
    name: 'audit-log.ndjson',
    type: 'application/x-ndjson',
  },
}
