import type { Notification } from '../contract/wire/notification.ts'

const FRESH_MS = 5000

export const isRecent = ({ timestamp }: Notification, nowMs: number): boolean => nowMs - timestamp < FRESH_MS

/** Worth a toast and a word on the desktop: it has just happened and has something to say. */
export const isFreshNotification = (notification: Notification, nowMs: number): boolean =>
  isRecent(notification, nowMs) && notification.message !== ''
