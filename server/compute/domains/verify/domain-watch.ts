import { forEachConcurrent } from '../../../engines/for-each-concurrent.ts'
import { repeatEvery } from '../../../jobs/repeat-every.ts'
import type { DomainOptions } from '../domain-options.ts'
import { claimDue, verifyDomain } from './verify-domain.ts'

export interface DomainWatch {
  start(): void
  stop(): Promise<void>
}

const EVERY_MS = 1000
const AT_ONCE = 50
const CONCURRENT = 10

/** Repeats the checks of domains when they are due. */
export function createDomainWatch(options: DomainOptions): DomainWatch {
  const { db, node, log, now } = options
  let stop = async () => {}

  async function checkDue(stopping: AbortSignal): Promise<void> {
    const ids = await claimDue(db, node, new Date(now()), AT_ONCE)
    await forEachConcurrent(ids, CONCURRENT, async (id) => {
      if (stopping.aborted) return
      await verifyDomain(options, id).catch((error: unknown) =>
        log.warn({ err: error, id }, 'a domain was not checked'),
      )
    })
  }

  return {
    start() {
      stop = repeatEvery(EVERY_MS, checkDue, {
        onError: (error) => log.warn({ err: error }, 'looking for domains to check failed; trying again'),
      })
    },
    stop: () => stop(),
  }
}
