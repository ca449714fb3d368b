import { ChevronRight } from 'lucide-react'
import { auditActionLabels } from '../../../../src/audit/audit-labels.ts'
import type { AuditEntry } from '../../../../src/contract/wire/audit.ts'
import { DescriptionList } from '../../../parts/facts/description-list.tsx'
import { RelativeTime } from '../../../parts/text/relative-time.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { exactTimeText } from '../../../parts/text/time-text.ts'
import { type AuditNames, auditChanges } from './audit-changes.ts'
import css from './audit-line.module.css'

/** One change; opened, it shows the values before and after and its origin. */
export const AuditLine = ({ entry, names }: { entry: AuditEntry; names: AuditNames }) => (
  <li className={css.line}>
    <details>
      <summary className={css.summary}>
        <ChevronRight className={css.chevron} />
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
            ...auditChanges(entry, names).map(({ term, text, isTechnical }) => ({
              term,
              value: (
                <Text as="span" size="sm" mono={isTechnical}>
                  {text}
                </Text>
              ),
            })),
            { term: 'IP address', value: entry.address || '–' },
            { term: 'Time', value: exactTimeText(Date.parse(entry.at)) },
          ]}
        />
      </div>
    </details>
  </li>
)
