import type { Notification } from '../../src/contract/wire/notification.ts'
import type { Store } from '../store/connection.ts'
import { NOTIFICATION_CHANNEL } from './outbox.ts'
import type { TopicSource } from './topic-source.ts'

export const userTopic = (userId: string) => `user/${userId}`
const idOf = (topic: string) => topic.slice('user/'.length)

interface Row {
  id: string
  sequence: string
  type: Notification['type']
  title: string
  message: string
  description: string
  session: string | null
  additional_data: Notification['additionalData']
  read: boolean
  created_at: Date
}

/** Provides the notifications of one user in the order of their sequence numbers. */
export const createNotificationSource = ({ pool, listen }: Store): TopicSource => ({
  kind: 'user',

  extent: async (topic) => {
    const { rows } = await pool.query<{ head: string; oldest: string | null }>({
      name: 'notification-extent',
      text: `select notification_sequence as head,
          (select min(sequence) from notification where user_id = "user".id) as oldest
        from "user" where id = $1`,
      values: [idOf(topic)],
    })
    const head = Number(rows[0]?.head ?? 0)
    return { head, oldest: Number(rows[0]?.oldest ?? head + 1) }
  },

  read: async (topic, after, limit): Promise<Notification[]> => {
    const { rows } = await pool.query<Row>({
      name: 'notifications-after',
      text: `select id, sequence, type, title, message, description, session, additional_data, read, created_at
        from notification where user_id = $1 and sequence > $2 order by sequence limit $3`,
      values: [idOf(topic), after, limit],
    })
    return rows.map(notificationOf)
  },

  onGrowth: (listener) => listen(NOTIFICATION_CHANNEL, (id) => listener(id === null ? null : userTopic(id))),
})

const notificationOf = (row: Row): Notification => ({
  _id: row.id,
  sequence: Number(row.sequence),
  read: row.read,
  title: row.title,
  message: row.message,
  description: row.description,
  type: row.type,
  timestamp: row.created_at.getTime(),
  createdAt: row.created_at.toISOString(),
  session: row.session,
  additionalData: row.additional_data,
})
