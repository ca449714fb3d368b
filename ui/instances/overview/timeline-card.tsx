import { deploymentTopic } from '../../../src/contract/topics.ts'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import type { Tone } from '../../parts/state/badge.tsx'
import { statusAppearances } from '../../parts/state/status-appearances.ts'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { statusOf } from '../status-of.ts'
import { useLog } from '../use-log.ts'
import css from './timeline-card.module.css'
import { useLastLines } from './use-last-lines.ts'

const MAX_EVENTS = 8

/** The events of the newest deployment, newest first. */
export const TimelineCard = ({ instance }: { instance: Instance }) => {
  const { activeDeployment, deployments } = instance
  const id = activeDeployment ?? deployments[0]?._id
  const writtenLines = deployments.find(({ _id }) => _id === id)?.logsLength ?? 0
  return (
    <Card
      title="Timeline"
      actions={
        <LinkButton size="small" to="timeline">
          All events
        </LinkButton>
      }
    >
      {id ? (
        <Timeline id={id} writtenLines={writtenLines} tone={statusAppearances[statusOf(instance)].tone} />
      ) : (
        <Text tone="muted">No events yet.</Text>
      )}
    </Card>
  )
}

type TimelineProps = { id: DeploymentId; writtenLines: number; tone: Tone }

const Timeline = ({ id, writtenLines, tone }: TimelineProps) => {
  const lines = useLastLines(useLog(deploymentTopic(id, 'logs')), MAX_EVENTS)
  if (lines.length === 0 && writtenLines > 0)
    return (
      <div className={css.list} role="status">
        <HiddenText>Loading</HiddenText>
        {Array.from({ length: Math.min(writtenLines, MAX_EVENTS) }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
          <SkeletonText key={line} width={line % 2 === 0 ? 'half' : 'short'} />
        ))}
      </div>
    )
  if (lines.length === 0) return <Text tone="muted">Events appear as soon as the deployment starts.</Text>
  return (
    <ol className={css.list} data-tone={tone} aria-live="polite">
      {lines.map((line) => (
        <li key={line.sequence} className={css.line}>
          <span className={css.text}>{line.log}</span>
          <span className={css.time}>
            <RelativeTime at={line.time} />
          </span>
        </li>
      ))}
    </ol>
  )
}
