import { forEachConcurrent } from '../../../engines/for-each-concurrent.ts'
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
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  async function checkDue(): Promise<void> {
    const ids = await claimDue(db, node, new Date(now()), AT_ONCE)
    await forEachConcurrent(ids, CONCURRENT, async (id) => {
      if (isStopped) return
      await verifyDomain(options, id).catch((error: unknown) =>
        log.warn({ err: error, id }, 'a domain was not checked'),
      )
    })
  }

  function schedule(): void {
    if (isStopped) return
    timer = setTimeout(() => {
      turn = checkDue()
        .catch((error: unknown) => {
          if (!isStopped) log.warn({ err: error }, 'looking for domains to check failed; trying again')
        })
        .then(schedule)
    }, EVERY_MS)
  }

  return {
    start: schedule,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
