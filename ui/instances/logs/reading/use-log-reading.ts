import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { failureMessage } from '../../../../src/core/failure.ts'
import type { LogBuffer, LogExtent } from '../../../../src/logs/log-buffer.ts'
import { selectLogView } from '../../../../src/logs/log-views.ts'
import { observedBuffer } from '../../../../src/logs/observed-buffer.ts'
import type { LogRange } from '../../../../src/logs/store/log-store-message.ts'
import { widerRange } from '../../../../src/logs/wider-range.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useSelected } from '../../../hooks/use-selected.ts'
import { useLog } from '../../use-log.ts'

export interface LogReading {
  topic: string
  /** For the view: what comes into view and the browser does not hold is asked for. */
  buffer: LogBuffer
  /** Asks for lines that need not be in view. */
  requestRange(range: LogRange): void
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
  const { failure, requestedRange, extent } = useSelected(selectLogView(topic), [topic])

  const { buffer, requestMissing } = useMemo(() => {
    let requested: LogRange | null = null
    const requestMissing = () => {
      const missing = whole.missing()
      const isRequested = missing && requested && requested.first <= missing.first && missing.last <= requested.last
      if (isRequested) return
      requested = missing && widerRange(missing, whole.extent())
      if (requested) send({ type: 'ui/logRangeRequested', topic, range: requested })
    }
    return { buffer: observedBuffer(whole, requestMissing), requestMissing }
  }, [whole, topic, send])

  // What is missing changes when something else comes into view, and also when lines come or leave.
  const missing = useSyncExternalStore(whole.subscribe, () => whole.missing()?.first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another missing line is a reason to look
  useEffect(requestMissing, [missing, requestMissing])
  useEffect(() => {
    // The answer says what there is, which a log that is silent does not.
    send({ type: 'ui/logRangeRequested', topic, range: { first: 1, last: 1 } })
    return () => send({ type: 'ui/logLeft', topic })
  }, [topic, send])

  const requestRange = (range: LogRange) => send({ type: 'ui/logRangeRequested', topic, range })
  return {
    topic,
    buffer,
    requestRange,
    isFilling: requestedRange !== null && failure === null,
    extent,
    failure: failure && failureMessage(failure),
    retry: () => requestedRange && requestRange({ ...requestedRange }),
  }
}
