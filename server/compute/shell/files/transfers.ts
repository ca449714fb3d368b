import { TRANSFERS_PER_SESSION } from '../../../../src/contract/shell/shell-files.ts'
import { ApiError } from '../../../http/api-error.ts'
import { createConcurrencyLimit, type Release } from '../../../live/concurrency-limit.ts'

/** A transfer of which nothing moves for this long is ended. */
const STALLED_MS = 60_000

export interface Begun {
  /** Aborted with what to tell the user. */
  signal: AbortSignal
  /** Rejects when the signal is aborted. */
  aborted: Promise<never>
  /** The transfer goes on. */
  used(): void
  end(): void
  /** Called when nothing of the transfer runs any more, which frees its slot. */
  release: Release
}

interface Transfers {
  begin(): Begun
  /** Ends all of them. */
  stop(): void
}

export const transferEnded = () => new ApiError('notFound', { message: 'This transfer has ended. Start it again.' })

/** Counts the transfers of one session until their work in the container is over. */
export function createTransfers(over: AbortSignal): Transfers {
  const slots = createConcurrencyLimit(TRANSFERS_PER_SESSION)
  const running = new Set<Begun>()
  return {
    begin() {
      const slot = slots.take('')
      if (!slot) throw new ApiError('tooMany', { message: `At most ${TRANSFERS_PER_SESSION} transfers run at once.` })
      const abort = new AbortController()
      const signal = AbortSignal.any([abort.signal, over])
      const aborted = new Promise<never>((_, reject) => {
        const end = () => {
          running.delete(begun)
          reject(signal.reason)
        }
        signal.addEventListener('abort', end, { once: true })
      })
      // Often nobody waits for it.
      aborted.catch(() => {})
      const stalled = setTimeout(
        () => abort.abort(new ApiError('invalid', { message: 'The container did not answer in time.' })),
        STALLED_MS,
      )
      stalled.unref()
      const begun: Begun = {
        signal,
        aborted,
        used: () => void stalled.refresh(),
        end: () => abort.abort(transferEnded()),
        release: slot,
      }
      running.add(begun)
      return begun
    },
    stop: () => {
      for (const one of running) one.end()
    },
  }
}
