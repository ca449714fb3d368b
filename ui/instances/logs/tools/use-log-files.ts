import type { InputOf } from '../../../../src/contract/contract.ts'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { LogAddress } from '../../../../src/logs/log-of-topic.ts'
import type { LogRange } from '../../../../src/logs/store/log-store-message.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import type { MenuEntry } from '../../../parts/actions/menu.tsx'
import { linesText } from '../log-text.ts'

type Format = NonNullable<InputOf<'triggerInstance'>['format']>

/** The log that is downloaded. */
export interface LogFilesOf {
  instance: Instance
  log: LogAddress
  chosen: LogRange | null
}

const formats: readonly { format: Format; as: string }[] = [
  { format: 'text', as: 'as text' },
  { format: 'ndjson', as: 'as NDJSON' },
]

/** Downloads a log from the server: all of it, or the selected lines. */
export const useLogFiles = ({ instance, log, chosen }: LogFilesOf) => {
  const { id: deploymentId, ...which } = log
  const { mutate, isRunning } = useMutation('triggerInstance')
  const entriesOf = (what: string, range: LogRange | null): MenuEntry[] =>
    formats.map(({ format, as }) => ({
      kind: 'action',
      label: `${what} ${as}`,
      onChoose: () => mutate({ id: instance._id, type: 'download-logs', deploymentId, ...which, format, ...range }),
    }))
  const ofChosen = chosen ? entriesOf(linesText(chosen.last - chosen.first + 1), chosen) : []
  return { isRunning, entries: [...entriesOf('Whole log', null), ...ofChosen] }
}
