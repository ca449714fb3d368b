import { useEffect } from 'react'
import { createLogBook } from '../../src/logs/book/create-log-book.ts'
import type { LogBook } from '../../src/logs/log-book.ts'
import { useConsole } from './console-context.tsx'
import { useSend } from './use-send.ts'

/** Watches a live topic as long as the view is there. */
export const useTopic = (topic: string | null, after: number): void => {
  const send = useSend()
  // biome-ignore lint/correctness/useExhaustiveDependencies: where a watch began does not change while it lasts
  useEffect(() => {
    if (topic === null) return
    send({ type: 'ui/topicWatched', topic, after })
    return () => send({ type: 'ui/topicLeft', topic })
  }, [topic, send])
}

/** The lines of a log, from its first one on, as they come; those that this browser had before do not come again. */
export const useLog = (topic: string): LogBook => {
  const book = useConsole().logs.of(topic, createLogBook)
  const { head } = book.extent()
  // The newest line may be known of and still be on its way.
  useTopic(topic, book.line(head) ? head : 0)
  return book
}
