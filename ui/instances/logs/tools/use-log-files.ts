import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { LogAddress } from '../../../../src/logs/log-of-topic.ts'
import { sequenceOf } from '../../../../src/logs/merge/line-key.ts'
import type { LogRange } from '../../../../src/logs/store/log-store-message.ts'
import type { LogFileFormat } from '../../../../src/rules/log-lines/write-line.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import type { MenuEntry } from '../../../parts/actions/menu.tsx'
import { linesText } from '../log-text.ts'
import { FIRST_LOG } from '../reading/panel-log.ts'

/** The logs that are downloaded. */
export interface LogFilesOf {
  instance: Instance
  /** Those that are shown. */
  logs: readonly LogAddress[]
  /** The deployment has no others. */
  isAll: boolean
  chosen: { range: LogRange; count: number } | null
  /** Saves the chosen lines of several logs, which have no numbers of their own at the server. */
  onSave: (format: LogFileFormat) => void
}

const formats: readonly { format: LogFileFormat; as: string }[] = [
  { format: 'text', as: 'as text' },
  { format: 'ndjson', as: 'as NDJSON' },
]

const wholeText = ({ logs, isAll }: LogFilesOf): string => {
  if (logs.length === 1) return 'Whole log'
  return isAll ? 'All replicas' : `${logs.length} replicas`
}

/** Downloads logs from the server: all of their lines, or the selected ones. */
export const useLogFiles = (of: LogFilesOf) => {
  const { instance, logs, isAll, chosen, onSave } = of
  const [log] = logs
  const { mutate, isRunning } = useMutation('triggerInstance')
  const download = (format: LogFileFormat, range: LogRange | null) => {
    if (!log) return
    const { id: deploymentId, logType, serviceName: name } = log
    const isUnnamed = isAll && (logs.length > 1 || !name)
    // Without names, the server writes the lines of all logs by time.
    const which = isUnnamed ? {} : { serviceNames: logs.map(({ serviceName }) => serviceName ?? FIRST_LOG) }
    const lines = range && { first: sequenceOf(range.first), last: sequenceOf(range.last) }
    mutate({ id: instance._id, type: 'download-logs', deploymentId, logType, ...which, format, ...lines })
  }
  const entriesOf = (what: string, choose: (format: LogFileFormat) => void): MenuEntry[] =>
    formats.map(({ format, as }) => ({ kind: 'action', label: `${what} ${as}`, onChoose: () => choose(format) }))
  const ofChosen = ({ range, count }: NonNullable<LogFilesOf['chosen']>) =>
    entriesOf(linesText(count), (format) => (logs.length > 1 ? onSave(format) : download(format, range)))
  return {
    isRunning,
    entries: [...entriesOf(wholeText(of), (format) => download(format, null)), ...(chosen ? ofChosen(chosen) : [])],
  }
}
