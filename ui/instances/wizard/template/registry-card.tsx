import { KeyRound } from 'lucide-react'
import { useSend } from '../../../hooks/use-console.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { MayButton } from '../../../shell/permissions/may-button.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { RegistryAccess } from './registry-access.tsx'

/** The credentials for private images. */
export const RegistryCard = ({ deploy: { draft, project, source, hasServices, services } }: { deploy: Deploy }) => {
  const send = useSend()
  const { registry } = draft
  return (
    <Card
      title="Private registry"
      text={registry ? `Pulled from ${registry.registry} as ${registry.username}` : 'Only needed for private images.'}
      headingLevel={3}
      actions={
        <MayButton
          may="instances.write"
          icon={<KeyRound />}
          onClick={() =>
            send({
              type: 'ui/modalOpened',
              modal: { kind: 'privateDockerCredentials', projectId: project._id, source },
            })
          }
        >
          {registry ? 'Change credentials' : 'Add credentials'}
        </MayButton>
      }
    >
      {registry && registry.password === '' && (
        <Banner tone="warn">Enter the password again. It is not kept when the page reloads.</Banner>
      )}
      {hasServices && <RegistryAccess services={services.services} registry={registry} />}
    </Card>
  )
}
