import Stripe from 'stripe'
import { settleRefund } from '../operations/refunds.ts'
import { type OperationSettings, runOperation } from '../operations/run-operation.ts'
import type { Delivery } from '../records/card-records.ts'

export interface DueChanges {
  /** Looks again for what is due. */
  wake(): void
  stop(): void
}

const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 3_600_000
/** About three days. */
const MAX_ATTEMPTS = 84
const RESPONSE_LIMIT_MS = 10_000
/** The longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Delivers events to the webhook endpoints and ends late refunds, each at its time, also after a restart. */
export function startDueChanges(settings: OperationSettings, onError: (error: unknown) => void): DueChanges {
  const { store, now } = settings
  const aborting = new AbortController()
  const running = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    clearTimeout(timer)
    if (aborting.signal.aborted) return
    const waiting = store.list('due').filter(({ id }) => !running.has(id))
    for (const { id, kind } of waiting.filter(({ atMs }) => atMs <= now())) {
      running.add(id)
      void (kind === 'refund' ? settle(id) : deliver(id)).catch(onError).finally(() => {
        running.delete(id)
        wake()
      })
    }
    const next = Math.min(...waiting.map(({ atMs }) => atMs).filter((atMs) => atMs > now()))
    if (next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(wake, Math.min(next - now(), MAX_DELAY_MS))
    timer.unref()
  }

  async function settle(id: string): Promise<void> {
    runOperation(settings, (operation) => {
      operation.records.remove('due', id)
      settleRefund(operation, id)
    })
  }

  async function deliver(id: string): Promise<void> {
    const delivery = store.find('delivery', id)
    const wasReceived = delivery === undefined || (await send(delivery))
    if (aborting.signal.aborted) return
    runOperation(settings, ({ records, nowMs }) => {
      const attempts = (delivery?.attempts ?? 0) + 1
      if (!wasReceived && delivery && attempts < MAX_ATTEMPTS) {
        records.put('delivery', { ...delivery, attempts })
        records.put('due', { id, kind: 'delivery', atMs: nowMs + retryMs(attempts) })
        return
      }
      records.remove('due', id)
      records.remove('delivery', id)
      const event = records.find('event', delivery?.eventId ?? '')
      if (event && wasReceived) records.put('event', { ...event, pending_webhooks: event.pending_webhooks - 1 })
    })
  }

  /** Returns whether the endpoint accepted the event, or is gone. */
  async function send({ eventId, endpointId }: Delivery): Promise<boolean> {
    const event = store.find('event', eventId)
    const endpoint = store.find('webhook_endpoint', endpointId)
    if (!event || !endpoint) return true
    const payload = JSON.stringify(event)
    const timestamp = Math.floor(now() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: endpoint.secret ?? '', timestamp })
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body: payload,
        redirect: 'error',
        signal: AbortSignal.any([aborting.signal, AbortSignal.timeout(RESPONSE_LIMIT_MS)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  wake()
  return {
    wake,
    stop() {
      clearTimeout(timer)
      aborting.abort()
    },
  }
}

const retryMs = (attempts: number): number => Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS)
