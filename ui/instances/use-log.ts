import { createLogBuffer } from '../../src/logs/buffer/create-log-buffer.ts'
import type { LogBuffer } from '../../src/logs/log-buffer.ts'
import { useConsole } from '../hooks/use-console.tsx'
import { useTopic } from '../hooks/use-topic.ts'

/** Subscribes to a log and returns its buffer. Lines that the browser already holds are not sent again. */
export const useLog = (topic: string, together = 1): LogBuffer => {
  const buffer = useConsole().logs.of(topic, createLogBuffer, together)
  const { head } = buffer.extent()
  // The newest line may not have arrived yet.
  useTopic(topic, buffer.line(head) ? head : 0)
  return buffer
}
