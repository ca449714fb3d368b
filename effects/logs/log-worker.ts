import type { ToKeeper } from '../../src/logs/keeper/keeper-message.ts'
import { LogKeeper } from '../../src/logs/keeper/log-keeper.ts'
import { openPatternWorker } from './open-pattern-worker.ts'

/** What a log's worker hears: first how much memory it may take, then what the book says. */
export type ToLogWorker = { kind: 'open'; mostBytes: number } | { kind: 'said'; message: ToKeeper }

let keeper: LogKeeper | undefined

const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

const open = (mostBytes: number): LogKeeper =>
  new LogKeeper(mostBytes, (message, transfer = []) => self.postMessage(message, { transfer }), {
    nowMs: () => performance.now(),
    breathe,
    matchPattern: openPatternWorker(),
  })

self.addEventListener('message', ({ data }: MessageEvent<ToLogWorker>) => {
  if (data.kind === 'open') keeper = open(data.mostBytes)
  else keeper?.hear(data.message)
})
