import { auditActionLabels, auditFieldLabels } from '../../../../src/audit/audit-labels.ts'
import type { AuditEntry } from '../../../../src/contract/wire/audit.ts'
import { DescriptionList } from '../../../parts/facts/description-list.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { exactTimeText } from '../../../parts/text/time-text.ts'
import css from './audit-line.module.css'

const formatValue = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns every field of before and after, with both values. */
const changesOf = ({ before, after }: AuditEntry) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    term: auditFieldLabels[field] ?? field,
    value: (
      <Text as="span" size="sm" mono>
        {before && formatValue(before[field])}
        {before && after && ' → '}
        {after && formatValue(after[field])}
      </Text>
    ),
  }))

/** One change; opened, it shows the values before and after and its origin. */
export const AuditLine = ({ entry }: { entry: AuditEntry }) => (
  <li className={css.line}>
    <details>
      <summary className={css.summary}>
        <span className={css.content}>
          <span className={css.action}>{auditActionLabels[entry.action]}</span>
          <span className={css.target}>{entry.target}</span>
        </span>
        <span className={css.actor}>
          {entry.actor.name}
          {entry.apiKeyName !== null && `, with the API token ${entry.apiKeyName}`}
        </span>
        <span className={css.time}>
          <RelativeTime at={entry.at} />
        </span>
      </summary>
      <div className={css.more}>
        <DescriptionList
          facts={[
            ...changesOf(entry),
            { term: 'From address', value: entry.address || '–' },
            { term: 'Time', value: exactTimeText(Date.parse(entry.at)) },
          ]}
        />
      </div>
    </details>
  </li>
)
