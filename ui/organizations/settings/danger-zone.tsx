import { LogOut, Trash2 } from 'lucide-react'
import { useSend } from '../../hooks/use-console.tsx'
import { useOrganization } from '../../hooks/use-organization.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'

export const DangerZone = () => {
  const organization = useOrganization()
  const send = useSend()
  if (!organization) return null
  const { _id: organizationId, profile } = organization
  return (
    <Stack gap={5}>
      <Card
        title="Leave"
        text="You see nothing of it any more, and your API tokens for it end."
        actions={
          <Button
            icon={<LogOut />}
            onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'leaveOrganization' } })}
          >
            Leave organisation
          </Button>
        }
      />
      <Card
        tone="danger"
        title="Remove"
        text="The organisation goes for everybody, with all that it holds. It must not run anything any more."
        actions={
          <MayButton
            may="organization.delete"
            variant="danger"
            icon={<Trash2 />}
            onClick={() =>
              send({
                type: 'ui/modalOpened',
                modal: { kind: 'deleteResource', resource: 'Organisation', organizationId, name: profile.name },
              })
            }
          >
            Remove organisation
          </MayButton>
        }
      />
    </Stack>
  )
}
