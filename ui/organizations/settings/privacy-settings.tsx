import { useSend } from '../../hooks/use-console.tsx'
import { useOrganization } from '../../hooks/use-organization.ts'
import { Card } from '../../parts/layout/card.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { ShareLink } from '../share-link.tsx'

export const PrivacySettings = () => {
  const organization = useOrganization()
  const send = useSend()
  if (!organization) return null
  const isPublic = organization.publiclyAccessible
  return (
    <Card
      title={isPublic ? 'This organisation is public' : 'This organisation is private'}
      text={
        isPublic
          ? 'Anyone with the link can view its projects, instances and members. Logs, variable values and prices are visible to members only.'
          : 'Only members have access.'
      }
      actions={
        <MayButton
          may="visibility.write"
          onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'toggleOrgVisibility' } })}
        >
          {isPublic ? 'Make Private' : 'Make Public'}
        </MayButton>
      }
    >
      {isPublic && <ShareLink username={organization.profile.username} />}
    </Card>
  )
}
