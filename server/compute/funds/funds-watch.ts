import type { Store } from '../../store/connection.ts'
import { type SettleOptions, settleStops } from './settle-stops.ts'
import { FUNDS_CHANNEL } from './stop-for-funds.ts'

export interface FundsWatch {
  start(): void
  stop(): Promise<void>
}

/** Maximum delay after a missed NOTIFY. */
const POLL_MS = 30_000
const REMAINING_POLL_MS = 1000

/** Settles which organisations are stopped, whenever that changes and at intervals. */
export function createFundsWatch(options: SettleOptions, store: Pick<Store, 'listen'>): FundsWatch {
  let running: Promise<void> | undefined
  let isRequested = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let stopListening = () => {}

  async function run(): Promise<void> {
    let remaining = 0
    do {
      isRequested = false
      try {
        remaining = await settleStops(options)
      } catch (error) {
        remaining = 1
        options.log.warn({ err: error }, 'stopped organisations could not be settled; trying again')
      }
    } while (isRequested && !isStopped)
    running = undefined
    if (!isStopped) timer = setTimeout(request, remaining > 0 ? REMAINING_POLL_MS : POLL_MS)
  }

  function request(): void {
    clearTimeout(timer)
    isRequested = true
    running ??= run()
  }

  return {
    start() {
      stopListening = store.listen(FUNDS_CHANNEL, request)
      request()
    },
    async stop() {
      isStopped = true
      stopListening()
      clearTimeout(timer)
      await running
    },
  }
}
