import { eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { alertDeliveries } from '../../../store/schema.ts'
import type { ChannelRow } from '../channel-wire.ts'
import { type AttemptOptions, attempt } from './attempt.ts'
import { firstWaiting, leaseDueChannel, releaseAllChannels, releaseChannel } from './lease-channel.ts'
import { GIVE_UP_MS } from './next-attempt.ts'
import { recordAttempt } from './record-attempt.ts'
import { removeOldDeliveries } from './remove-old-deliveries.ts'

export interface SenderOptions extends AttemptOptions {
  db: Db
  node: string
  log: Log
  /** No other process works on this database. */
  isAlone: boolean
}

export interface DeliverySender {
  /** Looks for due messages at once. */
  nudge(): void
  start(): Promise<void>
  /** Waits a moment for responses, and ends the other attempts: they are repeated with the same id. */
  stop(): Promise<void>
}

const EVERY_MS = 1000
const REMOVE_EVERY_MS = 600_000
const AGAIN_MS = 60_000
const STOP_MS = 3000
const AT_ONCE = 16
/** Receivers of one organisation that respond slowly leave room for others. */
const AT_ONCE_PER_ORGANIZATION = 4

/** Sends what waits, one message at a time for each channel. */
export function createDeliverySender(options: SenderOptions): DeliverySender {
  const { db, node, log, now } = options
  const running = new Map<Promise<void>, OrganizationId>()
  const abort = new AbortController()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> | undefined
  let isNudged = false
  let removedAtMs = 0

  async function sendFirst(channel: ChannelRow): Promise<void> {
    const delivery = await firstWaiting(db, channel)
    if (!delivery) return void (await releaseChannel(db, channel, node, null))
    const at = new Date(now())
    if (at.getTime() - delivery.waitingSince.getTime() > GIVE_UP_MS) {
      await db
        .update(alertDeliveries)
        .set({ state: 'failed', settledAt: at })
        .where(eq(alertDeliveries.id, delivery.id))
      return void (await releaseChannel(db, channel, node, at))
    }
    const result = await attempt(options, channel, delivery, abort.signal)
    await recordAttempt(db, { channel, delivery, result, node, now: new Date(now()), random: Math.random() })
  }

  async function work(channel: ChannelRow): Promise<void> {
    try {
      await sendFirst(channel)
    } catch (error) {
      if (!isStopped) log.warn({ err: error, channel: channel.id }, 'an alert could not be sent; trying again')
      const at = new Date(now() + (isStopped ? 0 : AGAIN_MS))
      await releaseChannel(db, channel, node, at).catch(() => undefined) // The lease expires.
    }
  }

  function begin(channel: ChannelRow): void {
    const task: Promise<void> = work(channel).finally(() => {
      running.delete(task)
      nudge()
    })
    running.set(task, channel.organizationId)
  }

  async function sendDue(): Promise<void> {
    while (!isStopped && running.size < AT_ONCE) {
      const channel = await leaseDueChannel(db, {
        node,
        now: new Date(now()),
        except: fullOrganizations(running.values()),
      })
      if (!channel) return
      begin(channel)
    }
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    do {
      isNudged = false
      await sendDue()
    } while (isNudged && !isStopped)
    if (now() - removedAtMs > REMOVE_EVERY_MS) {
      removedAtMs = now()
      await removeOldDeliveries(db, new Date(now()))
    }
  }

  function nudge(): void {
    isNudged = true
    if (isStopped || turn) return
    turn = look()
      .catch((error: unknown) => log.warn({ err: error }, 'looking for alerts to send failed; trying again'))
      .finally(() => {
        turn = undefined
        if (!isStopped) timer = setTimeout(nudge, EVERY_MS)
      })
  }

  return {
    nudge,
    async start() {
      if (options.isAlone) await releaseAllChannels(db)
      nudge()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await turn
      const ending = setTimeout(() => abort.abort(new Error('The control plane stops.')), STOP_MS)
      await Promise.all(running.keys())
      clearTimeout(ending)
    },
  }
}

function fullOrganizations(organizations: Iterable<OrganizationId>): OrganizationId[] {
  const counts = new Map<OrganizationId, number>()
  for (const id of organizations) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= AT_ONCE_PER_ORGANIZATION).map(([id]) => id)
}
