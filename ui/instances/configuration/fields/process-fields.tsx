import { NumberField } from '../../../parts/fields/number-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { FoldedCard } from '../../../parts/layout/folded-card.tsx'
import { Grid } from '../../../parts/layout/grid.tsx'
import type { ServiceFieldsProps } from './service-fields.ts'

const MIB = 1_048_576

const fields = ['user', 'workingDirectory', 'sharedMemoryBytes'] as const

/** Where and as whom the program runs. */
export const ProcessFields = ({ service, change, errorOf }: ServiceFieldsProps) => {
  const { kept, user, workingDirectory } = service
  const { sharedMemoryBytes } = kept
  const isUsed = user !== '' || workingDirectory !== '' || sharedMemoryBytes !== null
  return (
    <FoldedCard
      title="Process"
      summary={isUsed ? 'Changed: user, working directory or shared memory.' : 'As the image has it.'}
      text="Empty fields use the image’s own settings."
      isUsed={isUsed}
      hasErrors={fields.some((field) => errorOf(field) !== undefined)}
    >
      <Grid columns={3}>
        <TextField
          label="User"
          placeholder="The image's own"
          mono
          maxLength={100}
          autoComplete="off"
          value={user}
          error={errorOf('user')}
          onChange={(event) => change({ user: event.target.value })}
        />
        <TextField
          label="Working directory"
          placeholder="The image's own"
          mono
          autoComplete="off"
          value={workingDirectory}
          error={errorOf('workingDirectory')}
          onChange={(event) => change({ workingDirectory: event.target.value })}
        />
        <NumberField
          label="Shared memory"
          hint="The size of /dev/shm."
          unit="MiB"
          placeholder="64"
          min={0.0625}
          max={524_288}
          step={64}
          value={sharedMemoryBytes === null ? null : sharedMemoryBytes / MIB}
          error={errorOf('sharedMemoryBytes')}
          onChange={(mib) =>
            change({ kept: { ...kept, sharedMemoryBytes: mib === null ? null : Math.round(mib * MIB) } })
          }
        />
      </Grid>
    </FoldedCard>
  )
}
