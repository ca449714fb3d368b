import type { alertChannelCalls } from '../../../src/contract/calls/alert-channel-calls.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Log } from '../../log.ts'
import type { Outgoing } from '../../outgoing/outgoing.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { channelHandlers } from './channel-handlers.ts'
import { createChannelSecrets } from './channel-secrets.ts'
import { deliveryHandlers } from './delivery-handlers.ts'
import { checkChannels, enqueue, type NewDelivery } from './enqueue.ts'
import { createDeliverySender } from './sending/delivery-sender.ts'

export interface AlertChannels {
  handlers: Handlers<keyof typeof alertChannelCalls>
  /** Rejects channels that do not exist in an organisation. */
  check(tx: Tx, organizationId: OrganizationId, channelIds: readonly string[]): Promise<void>
  /** Only stores a delivery for each channel: it is sent if, and only if, the transaction commits. */
  enqueue(tx: Tx, delivery: NewDelivery): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface AlertChannelOptions {
  db: Db
  secret: string
  node: string
  log: Log
  isAlone: boolean
  outgoing: Outgoing
  publicUrl: string
  /** In milliseconds since 1970. */
  now?: (() => number) | undefined
}

/** Where alerts go besides the console and mails. */
export function createAlertChannels({ now = Date.now, ...options }: AlertChannelOptions): AlertChannels {
  const common = { ...options, now, secrets: createChannelSecrets(options.secret) }
  const sender = createDeliverySender(common)
  return {
    handlers: { ...channelHandlers(common), ...deliveryHandlers({ ...common, onDue: sender.nudge }) },
    check: checkChannels,
    enqueue: (tx, delivery) => enqueue(tx, delivery, new Date(now())),
    start: sender.start,
    async stop() {
      await sender.stop()
      options.outgoing.stop()
    },
  }
}
