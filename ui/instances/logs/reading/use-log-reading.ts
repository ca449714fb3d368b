import { useState } from 'react'
import { type Failure, failureMessage } from '../../../../src/core/failure.ts'
import { topicOfLog } from '../../../../src/logs/log-of-topic.ts'
import { type LogViewState, type LogViews, selectLogView } from '../../../../src/logs/log-views.ts'
import { createMergedLog, type MergedLog } from '../../../../src/logs/merge/merged-log.ts'
import type { LogRange } from '../../../../src/logs/store/log-store-message.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useSelected } from '../../../hooks/use-selected.ts'
import type { ReadLog } from './log-reader.tsx'

export interface LogReading {
  topics: readonly string[]
  views: readonly LogViewState[]
  /** The lines of all logs. */
  merged: MergedLog
  /** Requests the lines between two lines of the view. */
  requestRange(range: LogRange): void
  /** Requests lines of one log by their sequence numbers. */
  requestLines(slot: number, range: LogRange): void
  /** Lines are being fetched. */
  isFilling: boolean
  /** The server has responded for every log. */
  isKnown: boolean
  /** Why requested lines could not be loaded. */
  failure: string | null
  retry(): void
}

const selectLogViews = ({ logViews }: { logViews: LogViews }): LogViews => logViews

/** Combines the logs that the readers of a panel read. */
export const useLogReading = (logs: readonly ReadLog[]): LogReading => {
  const send = useSend()
  const [merged] = useState(createMergedLog)
  const logViews = useSelected(selectLogViews)
  const topics = logs.map(({ address }) => topicOfLog(address))
  const views = topics.map((topic) => selectLogView(topic)({ logViews }))
  const failure = views.map((view) => view.failure).find((failure): failure is Failure => failure !== null)
  const request = (topic: string, range: LogRange) => send({ type: 'ui/logRangeRequested', topic, range })
  const requestLines = (slot: number, range: LogRange) => {
    const log = logs.find((log) => log.slot === slot)
    if (log) request(topicOfLog(log.address), range)
  }
  return {
    topics,
    views,
    merged,
    requestLines,
    requestRange: (range) => {
      for (const part of merged.parts(range)) requestLines(part.source.slot, part.range)
    },
    isFilling: views.some(({ requestedRange, failure }) => requestedRange !== null && failure === null),
    isKnown: views.every(({ extent }) => extent !== null),
    failure: failure ? failureMessage(failure) : null,
    retry: () => {
      for (const [at, { requestedRange }] of views.entries())
        if (requestedRange) request(topics[at] ?? '', { ...requestedRange })
    },
  }
}
