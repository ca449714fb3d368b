import { Siren } from 'lucide-react'
import { Link } from 'react-router-dom'
import { alertSeverities } from '../../../src/contract/wire/alerts/alert-severity.ts'
import type { Incident } from '../../../src/contract/wire/alerts/incident.ts'
import { severityLabels } from '../../../src/rules/alerts/alert-texts.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import css from '../alerts.module.css'

const MAX_LISTED = 3

/** `tab` is the address of the alerts of the instance. */
type FiringAlertsProps = { incidents: readonly Incident[]; tab: string }

/** What fires for an instance now, on each of its pages. */
export const FiringAlerts = ({ incidents, tab }: FiringAlertsProps) => {
  const [first] = incidents
  if (!first) return null
  const worst = alertSeverities.find((each) => incidents.some(({ severity }) => severity === each)) ?? first.severity
  const address = ({ alertId, _id }: Incident) => `${tab}?rule=${alertId}&incident=${_id}`
  const isOne = incidents.length === 1
  const rest = incidents.length - MAX_LISTED
  return (
    <Banner
      tone={severityLabels[worst].tone}
      title={isOne ? `${first.alertName} is firing` : `${incidents.length} alerts are firing`}
      actions={
        <LinkButton size="small" icon={<Siren />} to={isOne ? address(first) : tab}>
          {isOne ? 'View incident' : 'View incidents'}
        </LinkButton>
      }
    >
      {isOne ? (
        <>
          {first.summary} Since <RelativeTime at={first.startedAt} />.
        </>
      ) : (
        <ul className={css.firing}>
          {incidents.slice(0, MAX_LISTED).map((incident) => (
            <li key={incident._id}>
              <Link to={address(incident)}>{incident.alertName}</Link>: {incident.summary} Since{' '}
              <RelativeTime at={incident.startedAt} />.
            </li>
          ))}
          {rest > 0 && <li>And {rest} more.</li>}
        </ul>
      )}
    </Banner>
  )
}
