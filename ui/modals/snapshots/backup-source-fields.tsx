import type { InputOf } from '../../../src/contract/contract.ts'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import type { Volume } from '../../../src/contract/wire/volumes/volume.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { RadioCards } from '../../parts/choices/radio-cards.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'

type Source = InputOf<'createBackup'>['source']
type InstanceId = Extract<Source, { content: 'dump' }>['instanceId']

export interface TypedSource {
  content: Source['content']
  volumeId: string | null
  instanceId: string | null
  serviceName: string
  command: string
}

export const emptySource: TypedSource = {
  content: 'volume',
  volumeId: null,
  instanceId: null,
  serviceName: '',
  command: 'pg_dump -U postgres --format=custom postgres',
}

/** Returns what is backed up; undefined while something is missing. A command is run by the service's shell. */
export function sourceOf(typed: TypedSource, volumes: readonly Volume[]): Source | undefined {
  if (typed.content === 'volume') {
    const volume = volumes.find(({ _id }) => _id === typed.volumeId)
    return volume && { content: 'volume', volumeId: volume._id }
  }
  const { instanceId, serviceName, command } = typed
  if (instanceId === null || serviceName === '' || command.trim() === '') return undefined
  // Chosen from the project's instances.
  return { content: 'dump', instanceId: instanceId as InstanceId, serviceName, command: ['sh', '-c', command] }
}

const contents = [
  { value: 'volume', title: 'A volume', text: 'All of its files, without an interruption.' },
  { value: 'dump', title: 'A database', text: 'What a dump command of its service writes.' },
] as const

type BackupSourceFieldsProps = {
  projectId: ProjectId
  volumes: readonly Volume[]
  value: TypedSource
  onChange: (value: TypedSource) => void
  errorOf: (field: string) => string | undefined
}

export const BackupSourceFields = ({ projectId, volumes, value, onChange, errorOf }: BackupSourceFieldsProps) => {
  const input = { id: projectId, skip: 0, limit: 200 }
  const instances = lastLoaded(useQuery('readInstances', input).data)?.value.instances ?? []
  const set = (patch: Partial<TypedSource>) => onChange({ ...value, ...patch })
  return (
    <>
      <RadioCards legend="What" cards={contents} value={value.content} onChange={(content) => set({ content })} />
      {value.content === 'volume' ? (
        <Select
          label="Volume"
          options={volumes.map(({ _id, name }) => ({ value: _id as string, label: name }))}
          value={value.volumeId}
          error={errorOf('source.volumeId')}
          onChange={(volumeId) => set({ volumeId })}
        />
      ) : (
        <>
          <Select
            label="Instance"
            options={instances.map(({ _id, name }) => ({ value: _id as string, label: name }))}
            value={value.instanceId}
            error={errorOf('source.instanceId')}
            onChange={(instanceId) => set({ instanceId })}
          />
          <TextField
            label="Service"
            mono
            maxLength={63}
            placeholder="database"
            value={value.serviceName}
            error={errorOf('source.serviceName')}
            onChange={(event) => set({ serviceName: event.target.value })}
          />
          <TextField
            label="Command"
            hint="Run by sh in the service. Its standard output is stored."
            mono
            maxLength={4000}
            value={value.command}
            error={errorOf('source.command')}
            onChange={(event) => set({ command: event.target.value })}
          />
        </>
      )}
    </>
  )
}
