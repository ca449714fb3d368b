import { BellOff } from 'lucide-react'
import type { Incident } from '../../../src/contract/wire/alerts/incident.ts'
import { Badge } from '../../parts/state/badge.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'

const ends = { recovered: 'Recovered', gone: 'Ended', changed: 'Ended: the rule was changed' } as const

export const IncidentState = ({ incident: { endedAt, endReason, isMuted } }: { incident: Incident }) => (
  <>
    <Badge tone={endedAt ? (endReason === 'recovered' ? 'good' : 'still') : 'bad'}>
      {endedAt ? ends[endReason ?? 'gone'] : 'Firing'}
    </Badge>
    {!endedAt && isMuted && <Badge icon={<BellOff />}>Muted</Badge>}
  </>
)

export const IncidentTimes = ({ incident: { startedAt, endedAt, acknowledgedBy } }: { incident: Incident }) => (
  <Text size="sm" tone="muted">
    Began <RelativeTime at={startedAt} />
    {endedAt && (
      <>
        , ended <RelativeTime at={endedAt} />
      </>
    )}
    {acknowledgedBy && `, acknowledged by ${acknowledgedBy.name}`}
  </Text>
)
