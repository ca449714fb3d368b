import type { Notification } from '../contract/wire/notification.ts'

const FRESH_MS = 5000

export const isRecent = ({ timestamp }: Notification, nowMs: number): boolean => nowMs - timestamp < FRESH_MS

/** Whether a notification gets a toast and a desktop notification: it is recent and has a message. */
export const isFreshNotification = (notification: Notification, nowMs: number): boolean =>
  isRecent(notification, nowMs) && notification.message !== ''
