import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useConfiguration } from '../../../hooks/use-configuration.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { MayButton } from '../../../shell/permissions/may-button.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'

export const ImageForm = ({ deploy }: { deploy: Deploy }) => {
  const { choice, choose, draft, source, project, fieldError } = deploy
  const send = useSend()
  const engine = useConfiguration()?.engine
  const [typed, setTyped] = useState(choice.image)
  const { registry } = draft
  return (
    <Stack gap={5}>
      {engine?.name === 'process' && (
        <Banner tone="warn" title="This machine runs built-in images only">
          {engine.isolation} Install Docker or Podman to run any other image.
        </Banner>
      )}
      <TextField
        label="Container image"
        hint="For example nginx:alpine, ghcr.io/you/app:1 or registry.example.com:5000/app@sha256:…"
        placeholder="nginx:alpine"
        mono
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        error={fieldError('image')}
        onChange={(event) => {
          setTyped(event.target.value)
          choose({ from: 'image', image: event.target.value.trim() })
        }}
      />
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
      </Card>
    </Stack>
  )
}
