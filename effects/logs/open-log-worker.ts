import type { LogStoreEvent, OpenLogStore } from '../../src/logs/store/log-store-message.ts'
import type { ToLogWorker } from './log-worker.ts'

/** Opens the worker that stores a log's lines off the main thread. */
export const openLogWorker: OpenLogStore = (maxBytes, onMessage) => {
  const worker = new Worker(new URL('./log-worker.ts', import.meta.url), { type: 'module', name: 'log' })
  const post = (message: ToLogWorker) => worker.postMessage(message)
  worker.addEventListener('message', ({ data }: MessageEvent<LogStoreEvent>) => onMessage(data))
  post({ kind: 'open', maxBytes })
  return {
    post: (message) => post({ kind: 'message', message }),
    end: () => worker.terminate(),
  }
}
