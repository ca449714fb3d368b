import type { Domain, DomainCheck } from '../../../src/contract/wire/domains/domain.ts'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './domains.module.css'

/** The query to each resolver in the last check, its response, and the expected one. */
export const DomainChecks = ({ domain: { checks, checkedAt, nextCheckAt, displayName } }: { domain: Domain }) => (
  <div className={css.checks}>
    <Text size="sm" tone="muted">
      {checkedAt ? (
        <>
          Last checked <RelativeTime at={checkedAt} />
        </>
      ) : (
        'Not checked yet'
      )}
      {nextCheckAt && (
        <>
          , next check <RelativeTime at={nextCheckAt} />
        </>
      )}
    </Text>
    {checks.length > 0 && (
      <ul className={css.records} aria-label={`Last check of ${displayName}`}>
        {checks.map((check) => (
          <li key={`${check.purpose} ${check.resolver}`} className={css.check}>
            <StatusMark status={appearanceOf(check)} />
            <dl className={css.lines}>
              <Line term="Query" text={`${check.query}, ${resolverText(check)}`} />
              <Line term="Response" text={check.received.join(', ') || 'Nothing'} />
              {check.passed !== true && check.expected.length > 0 && (
                <Line term="Expected" text={check.expected.join(' or ')} />
              )}
            </dl>
          </li>
        ))}
      </ul>
    )}
  </div>
)

const Line = ({ term, text }: { term: string; text: string }) => (
  <div className={css.line}>
    <dt>{term}</dt>
    <dd>{text}</dd>
  </div>
)

const resolverText = ({ resolver }: DomainCheck): string =>
  resolver === 'system' ? 'at the resolver of the installation' : `at ${resolver}`

const appearanceOf = ({ passed, message }: DomainCheck) =>
  passed === true
    ? ({ tone: 'good', shape: 'disc', label: 'As expected' } as const)
    : ({ tone: passed === null ? 'warn' : 'bad', shape: passed === null ? 'alert' : 'cross', label: message } as const)
