import type { Notification } from '../../contract/wire/notification.ts'
import type { FundsNotice } from './funds-state.ts'

interface NoticeText {
  type: Notification['type']
  title: string
  message: string
}

/** In UTC, because members are in several time zones. */
const timeText = (ms: number): string =>
  `${new Date(ms).toLocaleString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' })} UTC`

/** Returns the text of a notification and a mail. */
export function noticeText(notice: FundsNotice): NoticeText {
  switch (notice.kind) {
    case 'low':
      return {
        type: 'warning',
        title: 'the balance runs low',
        message: `At the present rate the balance is used up on ${timeText(notice.endsAtMs)}. Top up to keep everything running.`,
      }
    case 'grace':
      return {
        type: 'error',
        title: 'the balance is used up',
        message: `Everything runs on until ${timeText(notice.untilMs)}; what it costs until then is owed. After that it is stopped. Top up to prevent that.`,
      }
    case 'stopped':
      return {
        type: 'error',
        title: 'everything was stopped',
        message:
          notice.removalMs === null
            ? 'The balance is used up. Top up to start everything again.'
            : `The balance is used up. Volumes and snapshots are kept until ${timeText(notice.removalMs)} and then deleted. Top up to start everything again.`,
      }
    case 'removalNear':
      return {
        type: 'error',
        title: 'volumes will be deleted',
        message: `All volumes and snapshots are deleted on ${timeText(notice.removalMs)} and cannot be restored. Top up to keep them.`,
      }
    case 'removed':
      return {
        type: 'error',
        title: 'volumes are being deleted',
        message:
          'The balance was not topped up in time: all volumes and snapshots are being deleted. Backups in your own buckets stay.',
      }
    case 'resumed':
      return {
        type: 'success',
        title: 'everything starts again',
        message: 'The balance was topped up. What was stopped starts again.',
      }
  }
}

/** Where those who manage billing top up: the only place that knows. */
export const fundsPath = (username: string): string => `/${username}/billing/payment-methods`
