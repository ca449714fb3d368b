import type { AlertId } from '../../../src/contract/wire/alerts/alert-ids.ts'
import type { Incident, IncidentId } from '../../../src/contract/wire/alerts/incident.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Text } from '../../parts/text/text.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import css from '../alerts.module.css'
import { IncidentDeliveries } from './incident-deliveries.tsx'
import { IncidentState, IncidentTimes } from './incident-facts.tsx'

/** The ids are those of the address; the server rejects others. */
type IncidentDialogProps = { alertId: string; incidentId: string; onClose: () => void }

/** What an incident was about, and who was informed of it. */
export const IncidentDialog = ({ alertId, incidentId, onClose }: IncidentDialogProps) => {
  const { data, retry } = useQuery('readIncident', { id: alertId as AlertId, incidentId: incidentId as IncidentId })
  const title = lastLoaded(data)?.value.incident.alertName ?? 'Incident'
  return (
    <Dialog title={title} size="large" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <Remote data={data} retry={retry} title="The incident could not be loaded" loading={<SkeletonRows columns={2} />}>
        {({ incident, lines, deliveries }) => (
          <Stack>
            <div className={css.facts}>
              <span className={css.title}>
                <IncidentState incident={incident} />
              </span>
              <Text>{incident.summary}</Text>
              <IncidentTimes incident={incident} />
            </div>
            {lines.length > 0 && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the keyboard
              <pre className={css.lines} tabIndex={0}>
                {lines.map((line, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of an incident never move, and may be equal
                  <span key={at} className={css.line}>
                    {line}
                  </span>
                ))}
              </pre>
            )}
            <IncidentDeliveries deliveries={deliveries} none={noneText(incident)} />
          </Stack>
        )}
      </Remote>
    </Dialog>
  )
}

function noneText({ firingSentAt, isMuted, endedAt }: Incident): string {
  if (firingSentAt !== null) return 'No channel received a message. Choose channels in the rule.'
  if (endedAt !== null) return 'No message was sent: the rule was muted or changed.'
  return isMuted ? 'No message is sent while the rule is muted.' : 'The message follows within half a minute.'
}
