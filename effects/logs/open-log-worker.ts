import type { FromKeeper, OpenKeeper } from '../../src/logs/keeper/keeper-message.ts'
import type { ToLogWorker } from './log-worker.ts'

/** Opens the worker that keeps a log's lines beside the main thread. */
export const openLogWorker: OpenKeeper = (mostBytes, hear) => {
  const worker = new Worker(new URL('./log-worker.ts', import.meta.url), { type: 'module', name: 'log' })
  const say = (message: ToLogWorker) => worker.postMessage(message)
  worker.addEventListener('message', ({ data }: MessageEvent<FromKeeper>) => hear(data))
  say({ kind: 'open', mostBytes })
  return {
    say: (message) => say({ kind: 'said', message }),
    end: () => worker.terminate(),
  }
}
