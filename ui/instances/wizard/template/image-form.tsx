import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useEngineOf } from '../../../hooks/use-engine-of.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Text } from '../../../parts/text/text.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { RegistryCard } from './registry-card.tsx'

export const ImageForm = ({ deploy }: { deploy: Deploy }) => {
  const { choice, choose, fieldError } = deploy
  const engine = useEngineOf(deploy.catalogue.region?.region)
  const [typed, setTyped] = useState(choice.image)
  return (
    <Stack gap={5}>
      {engine?.kind === 'process' && (
        <Banner tone="warn" title="This region runs built-in images only">
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
          choose({ from: choice.from, image: event.target.value.trim() })
        }}
      />
      <Row gap={3} wrap justify="between">
        <Text size="sm" tone="muted">
          For a command, volumes, files, a health check or the start order, edit it as a service.
        </Text>
        <Button size="small" icon={<SlidersHorizontal />} onClick={() => choose({ type: 'multiservice' })}>
          Use all settings
        </Button>
      </Row>
      <RegistryCard deploy={deploy} />
    </Stack>
  )
}
