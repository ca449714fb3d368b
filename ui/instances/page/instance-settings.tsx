import { keptWhileClosedText } from '../../../src/volumes/kept-text.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { useKeptWhileClosed } from '../../volumes/use-kept-while-closed.ts'
import { HealthChecksCard } from '../configuration/health-checks-card.tsx'
import { DeployHookCard } from './deploy-hook-card.tsx'
import { useCurrentInstance } from './use-instance.ts'

export const InstanceSettings = () => {
  const instance = useCurrentInstance()
  const send = useSend()
  const kept = useKeptWhileClosed(instance)
  const open = (kind: 'editName' | 'restartInstance' | 'closeInstance' | 'deleteInstance') => () =>
    send({ type: 'ui/modalOpened', modal: { kind, id: instance._id } })
  const isEnding = instance.desiredState === 'deleted'
  return (
    <Stack gap={5}>
      <Card
        title="Name"
        text={instance.name}
        actions={
          <MayButton may="instances.write" disabled={isEnding} onClick={open('editName')}>
            Change name
          </MayButton>
        }
      />
      <Card
        title="Restart"
        text="Replaces the replicas by new ones with the saved configuration."
        actions={
          <MayButton may="instances.write" disabled={isEnding} onClick={open('restartInstance')}>
            Restart instance
          </MayButton>
        }
      />
      <HealthChecksCard instance={instance} />
      <DeployHookCard instance={instance} />
      <Card
        title="Close"
        text={
          instance.desiredState === 'active'
            ? `Stops the instance and what it costs to run. The data on its disk is lost. Its settings and logs are kept. ${
                kept ? keptWhileClosedText(kept.volumes, kept.addresses) : ''
              }`
            : 'The instance is closed. Its settings and logs are kept until you delete it.'
        }
        actions={
          <MayButton
            may="instances.write"
            disabled={instance.desiredState !== 'active'}
            onClick={open('closeInstance')}
          >
            Close instance
          </MayButton>
        }
      />
      <Card
        tone="danger"
        title="Delete"
        text="Permanently deletes the instance with its disk, settings, events and logs."
        actions={
          <MayButton may="instances.write" variant="danger" disabled={isEnding} onClick={open('deleteInstance')}>
            Delete instance
          </MayButton>
        }
      />
    </Stack>
  )
}
