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
  /** The log, or one of several. */
  log: LogAddress
  /** The lines of several logs are shown. */
  isMerged: boolean
  chosen: { range: LogRange; count: number } | null
  /** Saves the chosen lines of several logs, which have no numbers of their own at the server. */
  onSave: () => void
}

const formats: readonly { format: Format; as: string }[] = [
  { format: 'text', as: 'as text' },
  { format: 'ndjson', as: 'as NDJSON' },
]

/** Downloads a log from the server: all of it, or the selected lines. */
export const useLogFiles = ({ instance, log, isMerged, chosen, onSave }: LogFilesOf) => {
  const { id: deploymentId, logType, serviceName } = log
  // Without the name of a service, the server writes the lines of all logs by time.
  const which = isMerged || !serviceName ? { logType } : { logType, serviceName }
  const { mutate, isRunning } = useMutation('triggerInstance')
  const entriesOf = (what: string, range: LogRange | null): MenuEntry[] =>
    formats.map(({ format, as }) => ({
      kind: 'action',
      label: `${what} ${as}`,
      onChoose: () => mutate({ id: instance._id, type: 'download-logs', deploymentId, ...which, format, ...range }),
    }))
  const ofLines = (lines: string, range: LogRange): MenuEntry[] =>
    isMerged ? [{ kind: 'action', label: `${lines} as text`, onChoose: onSave }] : entriesOf(lines, range)
  const ofChosen = chosen ? ofLines(linesText(chosen.count), chosen.range) : []
  return { isRunning, entries: [...entriesOf(isMerged ? 'All replicas' : 'Whole log', null), ...ofChosen] }
}
