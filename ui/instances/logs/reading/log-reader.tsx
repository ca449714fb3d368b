import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import { type LogAddress, topicOfLog } from '../../../../src/logs/log-of-topic.ts'
import type { MergedLog } from '../../../../src/logs/merge/merged-log.ts'
import { observedBuffer } from '../../../../src/logs/observed-buffer.ts'
import type { LogQuery, LogRange } from '../../../../src/logs/store/log-store-message.ts'
import { widerRange } from '../../../../src/logs/wider-range.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useLog } from '../../use-log.ts'

/** A log of the panel. */
export interface ReadLog {
  address: LogAddress
  /** Its number among the logs of the panel, which it keeps. */
  slot: number
  label: string
}

export type LogTimes = ResponseOf<'readLogIndex'>['logs'][number]

type LogReaderProps = {
  log: ReadLog
  merged: MergedLog
  /** The number of logs that are read together. */
  together: number
  times: LogTimes | undefined
  query: LogQuery | null
}

/** Follows one log as it grows, fetches its lines that become visible, and searches it. Renders nothing. */
export const LogReader = ({ log: { address, slot, label }, merged, together, times, query }: LogReaderProps) => {
  const send = useSend()
  const topic = topicOfLog(address)
  const whole = useLog(topic, together)

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

  useEffect(() => merged.add({ slot, label, buffer }), [merged, slot, label, buffer])
  useEffect(() => {
    if (times) whole.addTimes(times.sequences.map((sequence, at) => ({ sequence, atMs: times.atMs[at] ?? 0 })))
  }, [whole, times])

  // The missing lines change when the view moves, and when lines arrive or are dropped.
  const missing = useSyncExternalStore(whole.subscribe, () => whole.missing()?.first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another missing line
  useEffect(requestMissing, [missing, requestMissing])
  useEffect(() => {
    // The response contains the extent, which a log without new lines does not send.
    send({ type: 'ui/logRangeRequested', topic, range: { first: 1, last: 1 } })
    return () => send({ type: 'ui/logLeft', topic })
  }, [topic, send])

  useEffect(() => {
    send(query ? { type: 'ui/logSearchRequested', topic, query } : { type: 'ui/logSearchEnded', topic })
  }, [topic, query, send])
  useEffect(() => () => send({ type: 'ui/logSearchEnded', topic }), [topic, send])
  return null
}
