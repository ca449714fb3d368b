import { useState } from 'react'
import { useConfiguration } from '../../../hooks/use-configuration.ts'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import { RegistryCard } from './registry-card.tsx'

export const ImageForm = ({ deploy }: { deploy: Deploy }) => {
  const { choice, choose, fieldError } = deploy
  const engine = useConfiguration()?.engine
  const [typed, setTyped] = useState(choice.image)
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
          choose({ from: choice.from, image: event.target.value.trim() })
        }}
      />
      <RegistryCard deploy={deploy} />
    </Stack>
  )
}
