import { Check, ListTree } from 'lucide-react'
import type { Incident } from '../../../src/contract/wire/alerts/incident.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Text } from '../../parts/text/text.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import css from '../alerts.module.css'
import { IncidentState, IncidentTimes } from './incident-facts.tsx'

/** `to` is the address of its details. */
export const IncidentRow = ({ incident, to }: { incident: Incident; to: string }) => {
  const { _id: incidentId, alertId, alertName, summary, endedAt, acknowledgedBy } = incident
  const { mutate, isRunning } = useMutation('acknowledgeIncident')
  return (
    <li className={css.row}>
      <div className={css.facts}>
        <span className={css.title}>
          <IncidentState incident={incident} />
          <strong>{alertName}</strong>
        </span>
        <Text size="sm">{summary}</Text>
        <IncidentTimes incident={incident} />
      </div>
      <Row gap={2} wrap>
        {!endedAt && !acknowledgedBy && (
          <MayButton
            may="instances.write"
            size="small"
            icon={<Check />}
            busy={isRunning}
            onClick={() => mutate({ id: alertId, incidentId })}
          >
            Acknowledge
          </MayButton>
        )}
        <LinkButton size="small" icon={<ListTree />} to={to}>
          Details
          <HiddenText> of {alertName}</HiddenText>
        </LinkButton>
      </Row>
    </li>
  )
}
