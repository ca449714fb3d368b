import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { transitionOf } from '../../../src/instances/instances.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { ProgressBar } from '../../parts/progress/progress-bar.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'

type InstanceTransitionProps = { instance: Instance; transition: NonNullable<ReturnType<typeof transitionOf>> }

const titles = { starting: 'Starting', closing: 'Closing', deleting: 'Deleting' } as const
const tones = { starting: 'accent', closing: 'warn', deleting: 'bad' } as const

/** The progress of a change of state. */
export const InstanceTransition = ({ instance, transition }: InstanceTransitionProps) => {
  const begun =
    transition === 'starting' ? (instance.deployments[0]?.createdAt ?? instance.createdAt) : instance.updatedAt
  return (
    <Card>
      <Stack gap={2}>
        <ProgressBar label={titles[transition]} text={instance.progressMessage} tone={tones[transition]} />
        <Text size="sm" tone="muted">
          Started <RelativeTime at={begun} />. You can leave this page.
        </Text>
      </Stack>
    </Card>
  )
}
