import { useSyncExternalStore } from 'react'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import type { LogBook } from '../../../src/logs/log-book.ts'
import { useRead } from '../../app/use-read.ts'
import css from './keeping-line.module.css'
import { bytesText, dateText, numberText } from './line-words.ts'

/** How long lines stay, said where the log begins. */
export const KeepingLine = ({ instance, book }: { instance: InstanceId; book: LogBook }) => {
  const keeping = lastLoaded(useRead('readLogKeeping', { id: instance }).data)?.value
  const oldest = useSyncExternalStore(book.subscribe, () => book.extent().oldest)
  return (
    <p className={css.line}>
      {keeping && `Kept for ${keeping.keptDays} days or ${bytesText(keeping.keptBytes)}.`}
      {keeping?.oldestAt && ` The oldest line is from ${dateText(Date.parse(keeping.oldestAt))}.`}
      {oldest > 1 && ` Lines before ${numberText(oldest)} are no longer kept.`}
    </p>
  )
}
