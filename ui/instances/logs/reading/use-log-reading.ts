import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { failureWords } from '../../../../src/core/failure.ts'
import type { LogBook, LogExtent, LogRange } from '../../../../src/logs/log-book.ts'
import { selectLogView } from '../../../../src/logs/log-views.ts'
import { watchedBook } from '../../../../src/logs/watched-book.ts'
import { widerRange } from '../../../../src/logs/wider-range.ts'
import { useLog } from '../../../app/use-log.ts'
import { useSelected } from '../../../app/use-selected.ts'
import { useSend } from '../../../app/use-send.ts'

export interface LogReading {
  topic: string
  /** For the view: what comes into view and the browser does not hold is asked for. */
  book: LogBook
  /** Asks for lines that need not be in view. */
  want(range: LogRange): void
  /** Lines are on their way. */
  isFilling: boolean
  /** What there is, once the server was asked. */
  extent: LogExtent | null
  /** Why lines that are wanted do not come. */
  failure: string | null
  retry(): void
}

/** A log as it is read: watched as it grows, and filled where the reader looks. */
export const useLogReading = (topic: string): LogReading => {
  const send = useSend()
  const whole = useLog(topic)
  const { failure, wanted, extent } = useSelected(selectLogView(topic), [topic])

  const { book, askMissing } = useMemo(() => {
    let asked: LogRange | null = null
    const askMissing = () => {
      const missing = whole.missing()
      const isAsked = missing && asked && asked.first <= missing.first && missing.last <= asked.last
      if (isAsked) return
      asked = missing && widerRange(missing, whole.extent())
      if (asked) send({ type: 'ui/logRangeWanted', topic, range: asked })
    }
    return { book: watchedBook(whole, askMissing), askMissing }
  }, [whole, topic, send])

  // What is missing changes when something else comes into view, and also when lines come or leave.
  const missing = useSyncExternalStore(whole.subscribe, () => whole.missing()?.first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another missing line is a reason to look
  useEffect(askMissing, [missing, askMissing])
  useEffect(() => {
    // The answer says what there is, which a log that is silent does not.
    send({ type: 'ui/logRangeWanted', topic, range: { first: 1, last: 1 } })
    return () => send({ type: 'ui/logLeft', topic })
  }, [topic, send])

  const want = (range: LogRange) => send({ type: 'ui/logRangeWanted', topic, range })
  return {
    topic,
    book,
    want,
    isFilling: wanted !== null && failure === null,
    extent,
    failure: failure && failureWords(failure),
    retry: () => wanted && want({ ...wanted }),
  }
}
