import { SquareTerminal } from 'lucide-react'
import { useSend } from '../../hooks/use-console.tsx'
import { useEngineOf } from '../../hooks/use-engine-of.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Text } from '../../parts/text/text.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { useCurrentInstance } from '../page/use-instance.ts'
import { JobsCard } from './jobs-card.tsx'
import { RunsCard } from './runs/runs-card.tsx'

/** The scheduled jobs of an instance, and the history of every command that ran in it. */
export const InstanceJobs = () => {
  const instance = useCurrentInstance()
  const send = useSend()
  const engine = useEngineOf(instance.region)?.kind
  if (useIsVisitor()) return <EmptyState title="Only members see jobs" text="Commands and their output are private." />
  if (engine === 'process')
    return (
      <EmptyState
        title="Jobs need a container engine"
        text="This region runs built-in images as processes, and runs no commands in them. Use a region with Docker or Podman."
      />
    )
  const isOpen = instance.desiredState === 'active'
  return (
    <Stack gap={5}>
      <Row justify="between" wrap>
        <Text size="sm" tone="muted">
          {isOpen
            ? 'A command runs in a new container with the image, variables and networks of a service, without its volumes.'
            : 'This instance is closed, so no command runs and no job starts.'}
        </Text>
        <MayButton
          may="instances.write"
          icon={<SquareTerminal />}
          disabled={!isOpen}
          onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'runCommand', id: instance._id } })}
        >
          Run command
        </MayButton>
      </Row>
      <JobsCard instance={instance} />
      <RunsCard instance={instance} />
    </Stack>
  )
}
