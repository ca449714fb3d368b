import { sql } from 'drizzle-orm'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { Notification } from '../../src/contract/wire/notification.ts'
import type { DbOrTx } from '../store/connection.ts'

export const ORGANIZATION_CHANNEL = 'organization_event'
export const NOTIFICATION_CHANNEL = 'user_notification'

/**
 * Tells everybody who watches an organisation, once the transaction commits. Answers the last event's sequence number.
 * The organisation's row stays locked until then, which makes sequence order the order of commits.
 */
export const sayToOrganization = async (
  tx: DbOrTx,
  organizationId: OrganizationId,
  ...events: [OrganizationEvent, ...OrganizationEvent[]]
): Promise<number> => {
  const { rows } = await tx.execute<{ sequence: string }>(sql`
    with counted as (
      update organization set event_sequence = event_sequence + ${events.length}::int where id = ${organizationId}
      returning event_sequence - ${events.length}::int as before
    ), said as (
      insert into organization_event (organization_id, sequence, event)
      select ${organizationId}, before + place, event
      from counted, jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as told (event, place)
      returning sequence
    )
    select max(sequence) as sequence, pg_notify(${ORGANIZATION_CHANNEL}, ${organizationId}::text)
    from said having count(*) > 0`)
  const sequence = rows[0]?.sequence
  if (sequence === undefined) throw new Error(`Organisation ${organizationId} is gone; nothing was said to it.`)
  return Number(sequence)
}

export interface PersonNews {
  type: Notification['type']
  title: string
  message: string
  description?: string
  session?: string | null
  additionalData?: Notification['additionalData']
}

/** Notifies one person, once the transaction commits. Answers the notification's sequence number. */
export const notifyPerson = async (tx: DbOrTx, userId: UserId, news: PersonNews): Promise<number> => {
  const { rows } = await tx.execute<{ sequence: string }>(sql`
    with counted as (
      update "user" set notification_sequence = notification_sequence + 1 where id = ${userId}
      returning notification_sequence
    ), said as (
      insert into notification (user_id, sequence, type, title, message, description, session, additional_data)
      select ${userId}, notification_sequence, ${news.type}, ${news.title}, ${news.message},
        ${news.description ?? ''}, ${news.session ?? null}, ${JSON.stringify(news.additionalData ?? {})}::jsonb
      from counted returning sequence
    )
    select sequence, pg_notify(${NOTIFICATION_CHANNEL}, ${userId}::text) from said`)
  const sequence = rows[0]?.sequence
  if (sequence === undefined) throw new Error(`Person ${userId} is gone; nobody was notified.`)
  return Number(sequence)
}

/** Notifies every member of an organisation but one, once the transaction commits. */
export const notifyMembers = async (
  tx: DbOrTx,
  organizationId: OrganizationId,
  except: UserId,
  news: PersonNews,
): Promise<void> => {
  // In order of their ids, so that two of these never wait for each other.
  await tx.execute(sql`
    with told as materialized (
      select id from "user" where id in (
        select user_id from member where organization_id = ${organizationId} and user_id <> ${except}
      ) order by id for no key update
    ), counted as (
      update "user" set notification_sequence = notification_sequence + 1 from told where "user".id = told.id
      returning "user".id, notification_sequence
    ), said as (
      insert into notification (user_id, sequence, type, title, message, description, session, additional_data)
      select id, notification_sequence, ${news.type}, ${news.title}, ${news.message},
        ${news.description ?? ''}, ${news.session ?? null}, ${JSON.stringify(news.additionalData ?? {})}::jsonb
      from counted returning user_id
    )
    select pg_notify(${NOTIFICATION_CHANNEL}, user_id::text) from said`)
}
