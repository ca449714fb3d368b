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
        text="You will lose access, and your API tokens for this organisation will stop working."
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
        text="Permanently deletes the organisation and everything in it, for all members. Close its instances first."
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
