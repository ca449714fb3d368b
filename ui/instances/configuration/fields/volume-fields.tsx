import { Plus, Trash2 } from 'lucide-react'
import type { KeptFields } from '../../../../src/instances/configuration/service-draft.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { NumberField } from '../../../parts/fields/number-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import css from './rows.module.css'
import type { ServiceFieldsProps } from './service-fields.ts'

type Mount = KeptFields['volumes'][number]

const GIB = 1_073_741_824

const classes = [
  { value: 'beta2', label: 'SSD' },
  { value: 'beta3', label: 'NVMe' },
  { value: 'beta1', label: 'HDD' },
] as const

const blank: Mount = { name: '', class: 'beta2', sizeBytes: GIB, mountPath: '' }

export const VolumeFields = ({ service: { kept }, change, errorOf }: ServiceFieldsProps) => {
  const { volumes } = kept
  const set = (next: Mount[]) => change({ kept: { ...kept, volumes: next } })
  const replace = (at: number, patch: Partial<Mount>) =>
    set(volumes.map((volume, index) => (index === at ? { ...volume, ...patch } : volume)))
  const errors = [errorOf('volumes'), ...volumes.map((_, at) => errorOf(`volumes.${at}`))].filter((error) => error)
  return (
    <Card
      title="Volumes"
      text="Data that outlives deployments. A volume of the project with the same name is attached."
    >
      <Stack gap={3} align="start">
        {volumes.length === 0 && <Text tone="muted">No volumes.</Text>}
        {volumes.map((volume, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key while it is being typed
          <div key={at} className={css.row} data-columns="volume">
            <TextField
              label={`Name of volume ${at + 1}`}
              labelHidden
              mono
              placeholder="data"
              maxLength={63}
              autoComplete="off"
              value={volume.name}
              error={errorOf(`volumes.${at}.name`)}
              onChange={(event) => replace(at, { name: event.target.value })}
            />
            <TextField
              label={`Path of volume ${at + 1}`}
              labelHidden
              mono
              placeholder="/var/lib/data"
              maxLength={400}
              autoComplete="off"
              value={volume.mountPath}
              error={errorOf(`volumes.${at}.mountPath`)}
              onChange={(event) => replace(at, { mountPath: event.target.value })}
            />
            <Select
              label={`Class of volume ${at + 1}`}
              labelHidden
              options={classes}
              value={volume.class}
              error={errorOf(`volumes.${at}.class`)}
              onChange={(storageClass) => replace(at, { class: storageClass })}
            />
            <NumberField
              label={`Size of volume ${at + 1}`}
              labelHidden
              unit="GiB"
              min={0}
              max={16_384}
              value={Number.isNaN(volume.sizeBytes) ? null : volume.sizeBytes / GIB}
              error={errorOf(`volumes.${at}.sizeBytes`)}
              onChange={(gib) => replace(at, { sizeBytes: gib === null ? Number.NaN : Math.round(gib * GIB) })}
            />
            <IconButton
              label={`Remove volume ${volume.name || at + 1}`}
              icon={<Trash2 />}
              onClick={() => set(volumes.filter((_, index) => index !== at))}
            />
          </div>
        ))}
        {errors.map((error) => (
          <Text key={error} size="sm" tone="bad">
            {error}
          </Text>
        ))}
        <Button size="small" icon={<Plus />} onClick={() => set([...volumes, blank])}>
          Add volume
        </Button>
      </Stack>
    </Card>
  )
}
