import { LogStore } from '../../src/logs/store/log-store.ts'
import type { LogStoreCommand } from '../../src/logs/store/log-store-message.ts'
import { openPatternWorker } from './open-pattern-worker.ts'

/** Messages to a log's worker: first its memory limit, then the buffer's commands. */
export type ToLogWorker = { kind: 'open'; maxBytes: number } | { kind: 'message'; message: LogStoreCommand }

let store: LogStore | undefined

const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

const open = (maxBytes: number): LogStore =>
  new LogStore(maxBytes, (message, transfer = []) => self.postMessage(message, { transfer }), {
    nowMs: () => performance.now(),
    yieldToEventLoop,
    matchPattern: openPatternWorker(),
  })

self.addEventListener('message', ({ data }: MessageEvent<ToLogWorker>) => {
  if (data.kind === 'open') store = open(data.maxBytes)
  else store?.handle(data.message)
})
