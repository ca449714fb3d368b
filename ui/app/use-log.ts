import { createLogBook } from '../../src/logs/book/create-log-book.ts'
import type { LogBook } from '../../src/logs/log-book.ts'
import { useConsole } from './console-context.tsx'
import { useTopic } from './use-topic.ts'

/** The lines of a log, from its first one on, as they come; those that this browser had before do not come again. */
export const useLog = (topic: string): LogBook => {
  const book = useConsole().logs.of(topic, createLogBook)
  const { head } = book.extent()
  // The newest line may be known of and still be on its way.
  useTopic(topic, book.line(head) ? head : 0)
  return book
}
