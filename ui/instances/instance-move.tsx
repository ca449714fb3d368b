import type { Instance } from '../../src/contract/wire/compute.ts'
import type { moveOf } from '../../src/instances/instances.ts'
import { Card } from '../parts/layout/card.tsx'
import { ProgressBar } from '../parts/progress/progress-bar.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { Text } from '../parts/text/text.tsx'

type InstanceMoveProps = { instance: Instance; move: NonNullable<ReturnType<typeof moveOf>> }

const titles = { starting: 'Starting', closing: 'Closing', deleting: 'Deleting' } as const
const tones = { starting: 'accent', closing: 'warn', deleting: 'bad' } as const

/** The stage of a move, which can be left and come back to. */
export const InstanceMove = ({ instance, move }: InstanceMoveProps) => {
  const begun = move === 'starting' ? (instance.deployments[0]?.createdAt ?? instance.createdAt) : instance.updatedAt
  return (
    <Card>
      <ProgressBar label={titles[move]} text={instance.stage} tone={tones[move]} />
      <Text size="sm" tone="muted">
        Since <RelativeTime at={begun} />. It goes on if you leave this page.
      </Text>
    </Card>
  )
}
