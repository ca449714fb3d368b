import type { DeploymentId } from '../../../../src/contract/wire/common.ts'
import type { LogType } from '../../../../src/contract/wire/log.ts'
import type { LogAddress } from '../../../../src/logs/log-of-topic.ts'
import { lineKey, sequenceOf, slotOf } from '../../../../src/logs/merge/line-key.ts'
import type { LineNames } from './use-log-search-params.ts'

/** A log that a panel shows. */
export interface PanelLog {
  /** As calls name it: empty for the first replica. */
  name: string
  /** Its number, which it keeps while others come and go. */
  slot: number
  /** "web 2". */
  label: string
  /** "Replica 2 of web". */
  title: string
  /** The number of the colour of its mark. */
  colour: number
}

/** The first log, where a call without a name is about all of them. */
export const FIRST_LOG = 'app'

export const addressOf = (id: DeploymentId, logType: LogType, name: string): LogAddress => ({
  id,
  logType,
  ...(name && { serviceName: name }),
})

const MAX_SEQUENCE = 1e12
const pattern = /^(?:(.*):)?(\d+)$/

/** Names lines by the name of their log and their number there; without a name, a line is one of the first log shown. */
export const lineNames = (logs: readonly PanelLog[], isOneOfSeveral: boolean): LineNames => ({
  write: (line) => {
    const name = logs.find(({ slot }) => slot === slotOf(line))?.name
    return isOneOfSeveral && name ? `${name}:${sequenceOf(line)}` : String(sequenceOf(line))
  },
  read: (text) => {
    const [, name, digits] = pattern.exec(text) ?? []
    const log = name === undefined ? logs[0] : logs.find((log) => log.name === name)
    const sequence = Number(digits)
    return log && sequence > 0 && sequence < MAX_SEQUENCE ? lineKey(log.slot, sequence) : null
  },
})
