import { sql } from 'drizzle-orm'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { InstanceId, OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { Notification } from '../../src/contract/wire/notification.ts'
import type { DbOrTx } from '../store/connection.ts'
import { prepareStatement } from '../store/prepare-statement.ts'

export const ORGANIZATION_CHANNEL = 'organization_event'
export const NOTIFICATION_CHANNEL = 'user_notification'
export const PROGRESS_CHANNEL = 'instance_progress'
/** NOTIFY takes 8000 bytes, and JSON needs at most six for a character. */
const MAX_PROGRESS_LENGTH = 1000

const given = {
  organization: sql`${sql.placeholder('organizationId')}::uuid`,
  count: sql`${sql.placeholder('count')}::int`,
}
const insertEvents = prepareStatement<{ sequence: string }, 'organizationId' | 'count' | 'events'>(
  'insert_organization_events',
  sql`
    with counted as (
      update organization set event_sequence = event_sequence + ${given.count} where id = ${given.organization}
      returning event_sequence - ${given.count} as before
    ), inserted as (
      insert into organization_event (organization_id, sequence, event)
      select ${given.organization}, before + place, event
      from counted,
        jsonb_array_elements(${sql.placeholder('events')}::jsonb) with ordinality as new_events (event, place)
      returning sequence
    )
    select max(sequence) as sequence, pg_notify(${sql.raw(`'${ORGANIZATION_CHANNEL}'`)}, ${given.organization}::text)
    from inserted having count(*) > 0`,
)

/**
 * Publishes events to an organisation's watchers once the transaction commits. Returns the last event's sequence
 * number. The organisation's row stays locked until then, so that the order of sequence numbers is the order of
 * commits. Transactions lock projects before it, and users and audit chains after it.
 */
export const publishOrganizationEvents = async (
  tx: DbOrTx,
  organizationId: OrganizationId,
  ...events: [OrganizationEvent, ...OrganizationEvent[]] | [...OrganizationEvent[], OrganizationEvent]
): Promise<number> => {
  const values = { organizationId, count: events.length, events: JSON.stringify(events) }
  const sequence = (await insertEvents(tx, values))[0]?.sequence
  if (sequence === undefined) throw new Error(`Organisation ${organizationId} does not exist; no event was published.`)
  return Number(sequence)
}

/**
 * Publishes an instance's progress message once the transaction commits. It takes no sequence number, so it does not
 * lock the organisation's row. Watchers that miss it read it from the instance's row.
 */
export const publishInstanceProgress = (
  tx: DbOrTx,
  { organizationId, id, revision, progressMessage }: InstanceProgress,
) => {
  const payload = { organizationId, id, revision, progressMessage: progressMessage.slice(0, MAX_PROGRESS_LENGTH) }
  return tx.execute(sql`select pg_notify(${PROGRESS_CHANNEL}, ${JSON.stringify(payload)})`)
}

export interface InstanceProgress {
  organizationId: OrganizationId
  id: InstanceId
  revision: number
  progressMessage: string
}

export interface NotificationInput {
  type: Notification['type']
  title: string
  message: string
  description?: string
  session?: string | null
  additionalData?: Notification['additionalData']
}

/** Notifies one user once the transaction commits. Returns the notification's sequence number. */
export const notifyUser = async (tx: DbOrTx, userId: UserId, notification: NotificationInput): Promise<number> => {
  const { rows } = await tx.execute<{ sequence: string }>(sql`
    with counted as (
      update "user" set notification_sequence = notification_sequence + 1 where id = ${userId}
      returning notification_sequence
    ), inserted as (
      insert into notification (user_id, sequence, type, title, message, description, session, additional_data)
      select ${userId}, notification_sequence, ${notification.type}, ${notification.title}, ${notification.message},
        ${notification.description ?? ''}, ${notification.session ?? null}, ${JSON.stringify(notification.additionalData ?? {})}::jsonb
      from counted returning sequence
    )
    select sequence, pg_notify(${NOTIFICATION_CHANNEL}, ${userId}::text) from inserted`)
  const sequence = rows[0]?.sequence
  if (sequence === undefined) throw new Error(`User ${userId} does not exist; no notification was sent.`)
  return Number(sequence)
}

/** Notifies all members of an organisation but one, once the transaction commits. */
export const notifyMembers = async (
  tx: DbOrTx,
  organizationId: OrganizationId,
  except: UserId,
  notification: NotificationInput,
): Promise<void> => {
  // Locks users in the order of their ids to prevent deadlocks.
  await tx.execute(sql`
    with recipients as materialized (
      select id from "user" where id in (
        select user_id from member where organization_id = ${organizationId} and user_id <> ${except}
      ) order by id for no key update
    ), counted as (
      update "user" set notification_sequence = notification_sequence + 1 from recipients where "user".id = recipients.id
      returning "user".id, notification_sequence
    ), inserted as (
      insert into notification (user_id, sequence, type, title, message, description, session, additional_data)
      select id, notification_sequence, ${notification.type}, ${notification.title}, ${notification.message},
        ${notification.description ?? ''}, ${notification.session ?? null}, ${JSON.stringify(notification.additionalData ?? {})}::jsonb
      from counted returning user_id
    )
    select pg_notify(${NOTIFICATION_CHANNEL}, user_id::text) from inserted`)
}
