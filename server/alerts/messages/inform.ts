import { and, eq, inArray } from 'drizzle-orm'
import type { AlertMessage } from '../../../src/contract/wire/alerts/alert-message.ts'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { type NotificationInput, notifyMembers, notifyUser } from '../../live/outbox.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Tx } from '../../store/connection.ts'
import { members, users } from '../../store/schema.ts'
import type { AlertRow } from '../rules/alert-wire.ts'
import type { AlertChannels } from './alert-message.ts'

export interface Informers {
  channels: AlertChannels
  mailer: Pick<Mailer, 'ready' | 'send' | 'nudge'> | undefined
  publicUrl: string
}

const NO_USER = '00000000-0000-0000-0000-000000000000' as UserId // No id of a user.
const types = { critical: 'error', warning: 'warning', info: 'info' } as const

export const titleOf = ({ kind, alert }: Pick<AlertMessage, 'kind' | 'alert'>): string =>
  kind === 'firing'
    ? `Alert: ${alert.name}`
    : kind === 'recovered'
      ? `Recovered: ${alert.name}`
      : `Test of the alert ${alert.name}`

/**
 * Writes a message for the channels, the notification page and the mails of a rule, in the transaction that marks its
 * incidents as sent. A test goes to the user who asked for it, and to the channels.
 */
export async function inform(
  tx: Tx,
  { channels, mailer }: Informers,
  alert: AlertRow,
  { path, ...message }: AlertMessage & { path: string },
  only?: UserId,
): Promise<void> {
  const { organizationId, channelIds } = alert
  if (channelIds.length > 0) await channels.enqueue(tx, { organizationId, channelIds, message })
  if (alert.mail) {
    for (const to of await mailAddresses(tx, alert, only))
      await mailer?.send(tx, {
        kind: 'alert',
        to,
        title: titleOf(message),
        message: message.summary,
        lines: message.context,
        path,
      })
  }
  if (!alert.notify) return
  const [incident] = message.incidents
  const isSingle = message.incidents.length === 1 && incident !== undefined
  const notification: NotificationInput = {
    type: message.kind === 'firing' ? types[alert.severity] : message.kind === 'recovered' ? 'success' : 'info',
    title: titleOf(message),
    message: message.summary,
    additionalData: { organizationId, alert: alert.id, ...(isSingle && { incident }) },
  }
  if (only) await notifyUser(tx, only, notification)
  else await notifyMembers(tx, organizationId, NO_USER, notification)
}

/** Only verified addresses of owners and administrators get a mail. */
async function mailAddresses(tx: Tx, { organizationId }: AlertRow, only: UserId | undefined): Promise<string[]> {
  const rows = await tx
    .select({ email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.organizationId, organizationId),
        only ? eq(users.id, only) : inArray(members.role, ['owner', 'admin']),
        eq(users.emailVerified, true),
      ),
    )
  return rows.flatMap(({ email }) => email ?? [])
}
