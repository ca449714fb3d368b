import { TextArea } from '../../../parts/fields/text-area.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import type { ServiceFieldsProps } from './service-fields.ts'

/** The service's name, its image and what it runs. */
export const ProgramFields = ({ service, change, errorOf }: ServiceFieldsProps) => (
  <Card title="Program">
    <Stack>
      <Grid columns={2}>
        <TextField
          label="Service name"
          hint="Other services of the instance reach it by this name."
          mono
          maxLength={63}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          value={service.name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label="Container image"
          hint="For example nginx:alpine or ghcr.io/you/app:1"
          mono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          value={service.image}
          error={errorOf('image')}
          onChange={(event) => change({ image: event.target.value })}
        />
      </Grid>
      <Grid columns={2}>
        <TextArea
          label="Entrypoint"
          hint="One argument per line. Empty uses the image's own."
          mono
          grows
          rows={2}
          maxLength={4000}
          spellCheck={false}
          value={service.entrypoint}
          error={errorOf('entrypoint')}
          onChange={(event) => change({ entrypoint: event.target.value })}
        />
        <TextArea
          label="Command"
          hint="One argument per line. Empty uses the image's own."
          mono
          grows
          rows={2}
          maxLength={4000}
          spellCheck={false}
          value={service.command}
          error={errorOf('command')}
          onChange={(event) => change({ command: event.target.value })}
        />
      </Grid>
    </Stack>
  </Card>
)
