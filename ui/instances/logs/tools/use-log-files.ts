import type { InputOf } from '../../../../src/contract/contract.ts'
import type { Deployment, Instance } from '../../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../../src/contract/wire/log.ts'
import type { LogRange } from '../../../../src/logs/log-book.ts'
import { useAsk } from '../../../app/use-ask.ts'
import type { MenuEntry } from '../../../parts/actions/menu.tsx'
import { linesText } from '../line-words.ts'

type Format = NonNullable<InputOf<'triggerInstance'>['format']>

/** Which log the files are of. */
export interface LogFilesOf {
  instance: Instance
  deployment: Deployment
  logType: LogType
  chosen: LogRange | null
}

const formats: readonly { format: Format; as: string }[] = [
  { format: 'text', as: 'as text' },
  { format: 'ndjson', as: 'as NDJSON' },
]

/** Files of a log, from the server: all of it, or the chosen lines. */
export const useLogFiles = ({ instance, deployment, logType, chosen }: LogFilesOf) => {
  const { ask, isRunning } = useAsk('triggerInstance')
  const entriesOf = (what: string, range: LogRange | null): MenuEntry[] =>
    formats.map(({ format, as }) => ({
      kind: 'action',
      label: `${what} ${as}`,
      onChoose: () =>
        ask({ id: instance._id, type: 'download-logs', deploymentId: deployment._id, logType, format, ...range }),
    }))
  const ofChosen = chosen ? entriesOf(linesText(chosen.last - chosen.first + 1), chosen) : []
  return { isRunning, entries: [...entriesOf('Whole log', null), ...ofChosen] }
}
