import type { Notification } from '../../../src/contract/wire/notification.ts'
import type { notifications } from '../../store/schema.ts'

export const notificationWire = (row: typeof notifications.$inferSelect): Notification => ({
  _id: row.id,
  sequence: row.sequence,
  read: row.read,
  title: row.title,
  message: row.message,
  description: row.description,
  type: row.type,
  timestamp: row.createdAt.getTime(),
  createdAt: row.createdAt.toISOString(),
  session: row.session,
  additionalData: row.additionalData,
})
