import * as v from 'valibot'
import { instanceId } from '../../../../src/contract/wire/common.ts'
import type { WakeReport } from '../../../gateway/control/control-messages.ts'
import type { GatewayLink } from '../../../gateway/control/gateway-link.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { Log } from '../../../log.ts'
import type { CreateOptions } from '../../instances/create-instance.ts'
import { wakeInstance } from './wake-instance.ts'
import { wakeService } from './wake-service.ts'

type WakingLink = Pick<GatewayLink, 'onWake' | 'send'>

export interface Waking {
  handlers: Handlers<'wakeInstance'>
  /** Wakes services that a gateway has requests for, and answers it. */
  serveWakes(link: WakingLink): void
}

/** Each holds a database connection while it waits for the lock of its instance. */
const MAX_AT_ONCE = 4

/** Wakes services that are scaled to zero, for requests and for users. */
export function createWaking(options: CreateOptions & { log: Log }): Waking {
  const { db, log } = options
  /** The gateway repeats what is not answered, so one at a time is enough for each service. */
  const inProgress = new Set<string>()
  const waiting: (() => Promise<void>)[] = []
  let running = 0

  async function runNext(): Promise<void> {
    if (running >= MAX_AT_ONCE) return
    const next = waiting.shift()
    if (!next) return
    running += 1
    await next()
    running -= 1
    void runNext()
  }

  async function wake({ send }: WakingLink, report: WakeReport): Promise<void> {
    const id = v.safeParse(instanceId, report.instanceId)
    const { service } = report
    try {
      const rejection = id.success ? await wakeService(db, options, { instanceId: id.output, service }) : 'failed'
      send({ type: 'waking', instanceId: report.instanceId, service, rejection })
    } catch (error) {
      log.warn({ err: error, instanceId: report.instanceId }, 'waking a service failed; the gateway asks again')
    }
  }

  return {
    handlers: { wakeInstance: (context) => wakeInstance(options, context) },

    serveWakes(link) {
      link.onWake((report) => {
        const key = `${report.instanceId} ${report.service}`
        if (inProgress.has(key)) return
        inProgress.add(key)
        waiting.push(() => wake(link, report).finally(() => inProgress.delete(key)))
        void runNext()
      })
    },
  }
}
