import { useSyncExternalStore } from 'react'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import type { ViewedLog } from '../../../src/logs/merge/merged-log.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { bytesText, dateText, linesText, numberText } from './log-text.ts'
import css from './retention-line.module.css'

type RetentionLineProps = { instance: InstanceId; buffer: ViewedLog; isMerged: boolean }

/** How long lines are kept, shown at the start of the log. */
export const RetentionLine = ({ instance, buffer, isMerged }: RetentionLineProps) => {
  const retention = lastLoaded(useQuery('readLogRetention', { id: instance }).data)?.value
  const oldest = useSyncExternalStore(buffer.subscribe, () => buffer.extent().oldest)
  return (
    <p className={css.line}>
      {retention && `Kept for ${retention.retentionDays} days, up to ${bytesText(retention.retentionBytes)}.`}
      {retention?.oldestAt && ` The oldest line is from ${dateText(Date.parse(retention.oldestAt))}.`}
      {oldest > 1 && isMerged && ` ${linesText(oldest - 1)} removed.`}
      {oldest > 1 && !isMerged && ` Lines before ${numberText(oldest)} have been removed.`}
    </p>
  )
}
