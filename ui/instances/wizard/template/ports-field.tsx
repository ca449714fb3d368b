import { Plus, Trash2 } from 'lucide-react'
import { suggestedPorts } from '../../../../src/instances/deploy-settings.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'
import css from './ports-field.module.css'

export const PortsField = ({ deploy }: { deploy: Deploy }) => {
  const { draft, catalogue, change, fieldError } = deploy
  const ports = draft.ports ?? suggestedPorts(catalogue.template)
  const replace = (at: number, port: string) =>
    change({ ports: ports.map((old, index) => (index === at ? port : old)) })
  const listError = fieldError('ports')
  return (
    <Stack gap={3} align="start">
      {ports.length === 0 && <Text tone="muted">Without a port there is no link. Workers do not need one.</Text>}
      {ports.map((port, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key while it is being typed
        <div key={index} className={css.line}>
          <TextField
            label={`Port ${index + 1}`}
            labelHidden
            mono
            inputMode="numeric"
            placeholder="8080"
            maxLength={5}
            autoComplete="off"
            value={port}
            error={fieldError(`ports.${index}`)}
            onChange={(event) => replace(index, event.target.value)}
          />
          <IconButton
            label={`Remove port ${port || index + 1}`}
            icon={<Trash2 />}
            onClick={() => change({ ports: ports.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {listError && (
        <Text size="sm" tone="bad">
          {listError}
        </Text>
      )}
      <Button size="small" icon={<Plus />} onClick={() => change({ ports: [...ports, ''] })}>
        Add port
      </Button>
    </Stack>
  )
}
