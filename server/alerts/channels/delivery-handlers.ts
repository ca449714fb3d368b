import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import type { alertChannelCalls } from '../../../src/contract/calls/settings/alert-channel-calls.ts'
import type { DeliveryId } from '../../../src/contract/wire/alerts/alert-delivery.ts'
import type { ChannelId } from '../../../src/contract/wire/alerts/alert-ids.ts'
import type { AlertMessage } from '../../../src/contract/wire/alerts/alert-message.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Db } from '../../store/connection.ts'
import { alertDeliveries, alertDeliveryAttempts, organizations } from '../../store/schema.ts'
import { changeChannel, dueIfWaiting, findChannel, lockChannel } from './channel-rows.ts'
import type { ChannelRow } from './channel-wire.ts'
import { ofChannel, readDeliveries, readDelivery } from './delivery-wire.ts'
import { type AttemptOptions, attempt } from './sending/attempt.ts'
import { insertAttempt } from './sending/record-attempt.ts'

const MAX_ATTEMPTS_SHOWN = 50

export interface DeliveryHandlerOptions extends AttemptOptions {
  db: Db
  publicUrl: string
  /** Called after a message became due. */
  onDue(): void
}

type DeliveryCall = 'testAlertChannel' | 'readChannelDeliveries' | 'readChannelDelivery' | 'redeliver'

export function deliveryHandlers(
  options: DeliveryHandlerOptions,
): Pick<Handlers<keyof typeof alertChannelCalls>, DeliveryCall> {
  const { db, now, onDue } = options
  const testing = new Set<ChannelId>()
  return {
    /** Sends outside the order of the channel, and once: the user waits for the response. */
    async testAlertChannel(context) {
      const { id } = context.input
      if (testing.has(id)) throw new ApiError('invalid', { message: 'A test of this channel is running.' })
      testing.add(id)
      try {
        const channel = await findChannel(db, id)
        const createdAt = new Date(now())
        const message = await testMessage(options, channel, createdAt)
        const deliveryId = randomUUID() as DeliveryId // A new id, branded here.
        const result = await attempt(options, channel, { id: deliveryId, message, createdAt })
        const isDelivered = result.error === ''
        await db.transaction(async (tx) => {
          const locked = await lockChannel(tx, id)
          const state = isDelivered ? 'delivered' : 'failed'
          const times = { waitingSince: createdAt, createdAt, settledAt: new Date(now()) }
          await tx
            .insert(alertDeliveries)
            .values({ id: deliveryId, channelId: id, message, state, attempts: 1, ...times })
          await insertAttempt(tx, deliveryId, result)
          // A receiver that works again gets what waits at once.
          await changeChannel(tx, locked, {
            ...(isDelivered && {
              failingSince: null,
              lastDeliveredAt: createdAt,
              nextAttemptAt: await dueIfWaiting(tx, id, createdAt),
            }),
          })
          await writeAudit(tx, context, {
            organizationId: channel.organizationId,
            action: 'alertChannel.tested',
            target: channel.name,
            after: { status: result.status },
          })
        })
        onDue()
        const { startedAt, durationMs, status, error, response } = result
        return { attempt: { startedAt: startedAt.toISOString(), durationMs, status, error, response } }
      } finally {
        testing.delete(id)
      }
    },

    async readChannelDeliveries({ input: { id, skip, limit } }) {
      const where = eq(alertDeliveries.channelId, id)
      const [deliveries, total] = await Promise.all([
        readDeliveries(db, where, { skip, limit }),
        db.$count(alertDeliveries, where),
      ])
      return { deliveries, total }
    },

    async readChannelDelivery({ input: { id, deliveryId } }) {
      const delivery = await readDelivery(db, id, deliveryId)
      const [row] = await db.select().from(alertDeliveries).where(ofChannel(id, deliveryId))
      if (!row) throw new ApiError('notFound')
      const rows = await db
        .select()
        .from(alertDeliveryAttempts)
        .where(eq(alertDeliveryAttempts.deliveryId, deliveryId))
        .orderBy(desc(alertDeliveryAttempts.startedAt))
        .limit(MAX_ATTEMPTS_SHOWN)
      const deliveryAttempts = rows.map(({ startedAt, durationMs, status, error, response }) => ({
        startedAt: startedAt.toISOString(),
        durationMs,
        status,
        error,
        response,
      }))
      return { delivery, message: row.message, deliveryAttempts }
    },

    redeliver: async (context) => {
      const { id, deliveryId } = context.input
      const response = await db.transaction(async (tx) => {
        const channel = await lockChannel(tx, id)
        const known = await readDelivery(tx, id, deliveryId)
        if (known.state === 'waiting') throw new ApiError('invalid', { message: 'This message is still waiting.' })
        if (!channel.isEnabled) throw new ApiError('invalid', { message: 'Enable the channel first.' })
        const at = new Date(now())
        await tx
          .update(alertDeliveries)
          .set({
            state: 'waiting',
            attempts: 0,
            settledAt: null,
            waitingSince: at,
            position: sql`nextval(pg_get_serial_sequence('alert_delivery', 'position'))`,
          })
          .where(eq(alertDeliveries.id, deliveryId))
        await changeChannel(tx, channel, { nextAttemptAt: channel.nextAttemptAt ?? at })
        const { organizationId, name } = channel
        const audited = { action: 'alertChannel.redelivered', target: name, after: { delivery: deliveryId } } as const
        await writeAudit(tx, context, { organizationId, ...audited })
        return { delivery: await readDelivery(tx, id, deliveryId) }
      })
      onDue()
      return response
    },
  }
}

async function testMessage(
  { db, publicUrl }: DeliveryHandlerOptions,
  channel: ChannelRow,
  at: Date,
): Promise<AlertMessage> {
  const [organization] = await db
    .select({ name: organizations.name, username: organizations.username })
    .from(organizations)
    .where(eq(organizations.id, channel.organizationId))
  return {
    kind: 'test',
    alert: { id: channel.id, name: channel.name },
    incidents: [],
    ruleKind: 'test',
    severity: 'info',
    organization: organization?.name ?? '',
    project: null,
    instance: null,
    service: null,
    since: at.toISOString(),
    value: null,
    threshold: null,
    summary: 'This is a test. Nothing is wrong.',
    link: `${publicUrl}/${organization?.username ?? ''}/settings/channels`,
    context: [],
  }
}
