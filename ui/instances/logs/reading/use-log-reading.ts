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
  /** The buffer for the view: lines that become visible and are not held are requested. */
  buffer: LogBuffer
  /** Requests lines outside the view. */
  requestRange(range: LogRange): void
  /** Lines are being fetched. */
  isFilling: boolean
  /** The extent of the log, once the server has responded. */
  extent: LogExtent | null
  /** Why requested lines could not be loaded. */
  failure: string | null
  retry(): void
}

/** Follows a log as it grows, and fetches lines that become visible. */
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

  // The missing lines change when the view moves, and when lines arrive or are dropped.
  const missing = useSyncExternalStore(whole.subscribe, () => whole.missing()?.first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another missing line
  useEffect(requestMissing, [missing, requestMissing])
  useEffect(() => {
    // The response contains the extent, which a log without new lines does not send.
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
