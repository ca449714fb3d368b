import type { Domain, DomainCheck } from '../../../src/contract/wire/domains/domain.ts'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './domains.module.css'

/** What each resolver was asked in the last check, what it answered, and what was wanted. */
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
              <Line term="Asked" text={`${check.query}, ${resolverText(check)}`} />
              <Line term="Answered" text={check.received.join(', ') || 'Nothing'} />
              {check.passed !== true && check.expected.length > 0 && (
                <Line term="Wanted" text={check.expected.join(' or ')} />
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
    ? ({ tone: 'good', shape: 'disc', label: 'As wanted' } as const)
    : ({ tone: passed === null ? 'warn' : 'bad', shape: passed === null ? 'alert' : 'cross', label: message } as const)
