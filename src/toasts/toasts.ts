import type { Draft } from 'immer'
import type { ConnectionMessage } from '../connections/connection-message.ts'
import type { CallMessage } from '../contract/call-message.ts'
import { isRead, plainNames } from '../contract/call-names.ts'
import type { CallName } from '../contract/contract.ts'
import { outline } from '../contract/outline.ts'
import { type Failure, failureWords } from '../core/failure.ts'
import { type Handlers, slice } from '../core/slice.ts'
import type { NotificationMessage } from '../notifications/notification-message.ts'
import type { OrganizationMessage } from '../organizations/organization-message.ts'
import { isFreshNotification, isRecent } from '../rules/fresh-notification.ts'
import { isCancelled, isStopped, signInWords } from '../rules/sign-in-words.ts'
import { walletWords } from '../rules/wallet-words.ts'
import type { SessionMessage } from '../session/session-message.ts'
import type { TeamMessage } from '../team/team-message.ts'
import type { WalletMessage } from '../wallets/wallet-message.ts'
import type { ToastKind, ToastMessage } from './toast-message.ts'

export interface Toast {
  id: string
  kind: ToastKind
  title: string
  words: string
}

export const toastTitles: Record<ToastKind, string> = {
  error: 'Error Found',
  info: 'New Info',
  success: 'Successful',
  warning: 'Warning',
}

/** Kept; the newest is the first, and one too many puts out the oldest. */
export const KEPT_TOASTS = 5
/** Shown at once, of those that are kept. */
export const MOST_TOASTS = 2
export const TOAST_MS = 5000

const show = (toasts: Draft<Toast[]>, toast: Omit<Toast, 'title'> & { title?: string }): undefined => {
  const others = toasts.filter((other) => other.id !== toast.id)
  toasts.splice(0, toasts.length, { title: toastTitles[toast.kind], ...toast }, ...others.slice(0, KEPT_TOASTS - 1))
}

const hide = (toasts: Draft<Toast[]>, id: string): Toast[] => toasts.filter((toast) => toast.id !== id)

/** The same failure told twice is one toast. */
const showSignInFault = (toasts: Draft<Toast[]>, code: string): undefined => {
  if (isStopped(code)) return
  show(toasts, { id: `sign-in ${code}`, kind: isCancelled(code) ? 'info' : 'error', words: signInWords(code) })
}

/** In these words whatever the processor says: its reason stands in the notification itself. */
const paymentFailed = { title: 'Payment Failed', words: 'Payment processing encountered an error' }

interface Said {
  ask: string | null
  atMs: number
  failure: Failure
}

/** Faults in named fields stand beside the fields; a session's end has a page of its own; a user knows what they cancelled. */
const needsNoToast = (failure: Failure): boolean =>
  failure.kind === 'cancelled' || (failure.kind === 'refused' && (failure.fields.length > 0 || failure.status === 401))

const handlersOf = (name: CallName): Record<string, (toasts: Draft<Toast[]>, said: Said) => undefined> => {
  const { success, failure: what } = outline[name]
  return {
    ...(success !== undefined && {
      [`api/${name}.answered`]: (toasts: Draft<Toast[]>, { ask, atMs }: Said) =>
        show(toasts, { id: `${ask ?? name} ${atMs}`, kind: 'success', words: success }),
    }),
    [`api/${name}.failed`]: (toasts, { ask, atMs, failure }) => {
      if (!needsNoToast(failure)) {
        const words = what === undefined ? failureWords(failure) : `${what}. ${failureWords(failure)}`
        show(toasts, { id: `${ask ?? name} ${atMs}`, kind: 'error', words })
      }
    },
  }
}

/** Some of several invitations may fail: that is said beside them. */
const showInvites = (toasts: Draft<Toast[]>, sent: number, fault: string | undefined, atMs: number): undefined => {
  const id = `invites ${atMs}`
  if (sent === 0 && fault !== undefined) show(toasts, { id, kind: 'error', words: `Nobody was invited. ${fault}` })
  if (sent > 0)
    show(toasts, { id, kind: 'success', words: sent === 1 ? 'Invitation sent' : `${sent} invitations sent` })
}

type Heard =
  | CallMessage
  | ToastMessage
  | NotificationMessage
  | SessionMessage
  | ConnectionMessage
  | OrganizationMessage
  | TeamMessage
  | WalletMessage

/** Words of writes that went well or badly, and of notifications as they come. */
export const toasts = slice<Toast[], Heard>([], {
  ...(Object.assign({}, ...plainNames.filter((name) => !isRead(name)).map(handlersOf)) as Handlers<
    Toast[],
    CallMessage
  >),
  'ui/told': (draft, { id, kind, words }) => show(draft, { id, kind, words }),
  'tab/signInFailed': (draft, { code }) => showSignInFault(draft, code),
  'ui/callbackOpened': (draft, { code, error }) => {
    if (code === null) showSignInFault(draft, error ?? 'unknown')
  },
  'api/signInFailed': (draft, { code }) => showSignInFault(draft, code),
  'wallet/failed': (draft, { id, kind }) =>
    show(draft, { id: `wallet ${id}`, kind: 'error', words: walletWords(kind, id) }),
  'tab/connectionFailed': (draft, { code }) => showSignInFault(draft, code),
  'ui/connectionReturned': (draft, { code, error }) => {
    if (code === null) showSignInFault(draft, error ?? 'unknown')
  },
  'api/connectionFailed': (draft, { code }) => showSignInFault(draft, code),
  'api/invitesAnswered': (draft, { sent, failed, atMs }) => showInvites(draft, sent.length, failed[0]?.words, atMs),
  'ui/organizationSelected': (draft, { username, name }) =>
    show(draft, { id: `selected ${username}`, kind: 'info', words: `${name} is selected now` }),
  'ui/toastClosed': (draft, { id }) => hide(draft, id),
  'sse/notified': (draft, { notification, atMs }) => {
    const { _id: id, type: kind, title, message: words, additionalData } = notification
    const isFailedPayment = additionalData.payment?.status === 'failed'
    if (isFailedPayment && isRecent(notification, atMs)) show(draft, { id, kind: 'error', ...paymentFailed })
    else if (!isFailedPayment && isFreshNotification(notification, atMs))
      show(draft, { id, kind, title: title || toastTitles[kind], words })
  },
})

export const selectToasts = (state: { toasts: Toast[] }): Toast[] => state.toasts
