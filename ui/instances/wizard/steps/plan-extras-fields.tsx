import {
  PERSISTENT_STORAGE_GIB,
  type StorageClass,
  storageLabels,
  volumeName,
} from '../../../../src/instances/wizard/plan-extras.ts'
import { Select } from '../../../parts/choices/select.tsx'
import { NumberField } from '../../../parts/fields/number-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { NO_NUMBER } from '../deploy/use-choice.ts'
import type { Deploy } from '../deploy/use-deploy.ts'

const typed = (value: number | null): string => (value === null ? NO_NUMBER : String(value))

/** How many replicas run, and what they keep. */
export const PlanExtrasFields = ({ deploy }: { deploy: Deploy }) => {
  const { choice, choose, catalogue, settings, fieldError } = deploy
  const { count, volume } = choice.extras
  const { region } = catalogue
  const classes = (['beta1', 'beta2', 'beta3'] as const).filter((kind) =>
    region?.resources.storage.some((item) => item.class === kind),
  )
  const isOffered = classes.length > 0 && (region?.supportedSettings?.includes('volumes') ?? true)
  const error = ['', '.name', '.sizeBytes'].map((part) => fieldError(`persistentStorage.0${part}`)).find(Boolean)
  return (
    <Card title="Instance count and persistent storage" headingLevel={3}>
      <Stack>
        <Grid columns={2}>
          <NumberField
            label="Instance count"
            hint="Equal replicas, each with the size of the plan."
            min={1}
            max={100}
            value={count}
            error={fieldError('instanceCount')}
            onChange={(value) => choose({ count: value === 1 ? '' : typed(value) })}
          />
          <Select<StorageClass | 'none'>
            label="Persistent storage"
            hint={isOffered ? 'Data that outlives deployments.' : 'Not available in this region.'}
            options={[
              { value: 'none', label: 'None' },
              ...classes.map((kind) => ({ value: kind, label: storageLabels[kind] })),
              // One that a link chose, or that the region before had.
              ...(volume && !classes.includes(volume.class)
                ? [{ value: volume.class, label: storageLabels[volume.class], note: 'Not available', disabled: true }]
                : []),
            ]}
            disabled={!isOffered && !volume}
            value={volume?.class ?? 'none'}
            onChange={(kind) => choose({ volume: kind === 'none' ? '' : kind, volumeSize: '', mount: '' })}
          />
        </Grid>
        {volume && (
          <>
            <Grid columns={2}>
              <NumberField
                label="Persistent storage size"
                unit="GiB"
                min={1}
                max={16_384}
                step={5}
                value={volume.sizeGib}
                error={error}
                onChange={(value) => choose({ volumeSize: value === PERSISTENT_STORAGE_GIB ? '' : typed(value) })}
              />
              <TextField
                label="Mount point"
                placeholder="/var/lib/data"
                mono
                required
                maxLength={400}
                autoComplete="off"
                spellCheck={false}
                value={volume.mountPath}
                error={fieldError('persistentStorage.0.mountPath')}
                onChange={(event) => choose({ mount: event.target.value })}
              />
            </Grid>
            <Text tone="muted" size="sm">
              The volume {volumeName(settings.name)} of this project. If there is one with this name already, it is
              attached with its data.
            </Text>
          </>
        )}
      </Stack>
    </Card>
  )
}
