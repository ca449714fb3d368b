import { createLogBuffer } from '../../src/logs/buffer/create-log-buffer.ts'
import type { LogBuffer } from '../../src/logs/log-buffer.ts'
import { useConsole } from '../hooks/use-console.tsx'
import { useTopic } from '../hooks/use-topic.ts'

/** The lines of a log, from its first one on, as they come; those that this browser had before do not come again. */
export const useLog = (topic: string): LogBuffer => {
  const buffer = useConsole().logs.of(topic, createLogBuffer)
  const { head } = buffer.extent()
  // The newest line may be known of and still be on its way.
  useTopic(topic, buffer.line(head) ? head : 0)
  return buffer
}
