import type { Draft } from 'immer'
import type { ConnectionMessage } from '../connections/connection-message.ts'
import { callManifest } from '../contract/call-manifest.ts'
import type { CallMessage } from '../contract/call-message.ts'
import { isQuery, unaryNames } from '../contract/call-names.ts'
import type { CallName } from '../contract/contract.ts'
import { type Failure, failureMessage } from '../core/failure.ts'
import { type Handlers, slice } from '../core/slice.ts'
import type { NotificationMessage } from '../notifications/notification-message.ts'
import type { OrganizationMessage } from '../organizations/organization-message.ts'
import { isFreshNotification, isRecent } from '../rules/fresh-notification.ts'
import { isCancelled, isStopped, signInErrorMessage } from '../rules/sign-in-error-message.ts'
import { walletErrorMessage } from '../rules/wallet-error-message.ts'
import type { SessionMessage } from '../session/session-message.ts'
import type { TeamMessage } from '../team/team-message.ts'
import type { WalletMessage } from '../wallets/wallet-message.ts'
import type { ToastKind, ToastMessage } from './toast-message.ts'

export interface Toast {
  id: string
  kind: ToastKind
  title: string
  message: string
}

export const toastTitles: Record<ToastKind, string> = {
  error: 'Error Found',
  info: 'New Info',
  success: 'Successful',
  warning: 'Warning',
}

/** Maximum number of stored toasts, newest first. The oldest toast is removed first. */
export const MAX_TOASTS = 5
/** Maximum number of visible toasts. */
export const MAX_VISIBLE_TOASTS = 2
export const TOAST_MS = 5000

const show = (toasts: Draft<Toast[]>, toast: Omit<Toast, 'title'> & { title?: string }): undefined => {
  const others = toasts.filter((other) => other.id !== toast.id)
  toasts.splice(0, toasts.length, { title: toastTitles[toast.kind], ...toast }, ...others.slice(0, MAX_TOASTS - 1))
}

const hide = (toasts: Draft<Toast[]>, id: string): Toast[] => toasts.filter((toast) => toast.id !== id)

/** Repeated failures with the same code share one toast. */
const showSignInError = (toasts: Draft<Toast[]>, code: string): undefined => {
  if (isStopped(code)) return
  show(toasts, { id: `sign-in ${code}`, kind: isCancelled(code) ? 'info' : 'error', message: signInErrorMessage(code) })
}

/** The same text for all processors; the notification itself has the reason. */
const paymentFailed = { title: 'Payment Failed', message: 'Payment processing encountered an error' }

interface CallOutcome {
  response: { message: string }
  requestId: string | null
  atMs: number
  failure: Failure
  input: { type?: string }
}

/**
 * Field errors are shown beside the fields, ended sessions have their own page, invalid coupons a dialog, and users know what
 * they cancelled.
 */
const needsNoToast = (failure: Failure): boolean => {
  if (failure.kind !== 'apiError') return failure.kind === 'cancelled'
  return failure.fields.length > 0 || failure.status === 401 || failure.code === 'invalidCoupon'
}

/** The messages of a call are looked up when it has come to an end: the manifest is complete by then. */
const handlersOf = (
  name: CallName,
): Record<string, (toasts: Draft<Toast[]>, callOutcome: CallOutcome) => undefined> => ({
  [`api/${name}.succeeded`]: (toasts, { requestId, atMs, response }) => {
    const { success } = callManifest[name]
    if (success !== undefined)
      show(toasts, { id: `${requestId ?? name} ${atMs}`, kind: 'success', message: success || response.message })
  },
  [`api/${name}.failed`]: (toasts, { input, requestId, atMs, failure }) => {
    const { failure: text } = callManifest[name]
    if (text === false || needsNoToast(failure)) return
    const what = typeof text === 'object' ? text[input.type ?? ''] : text
    const message = what === undefined ? failureMessage(failure) : `${what}. ${failureMessage(failure)}`
    show(toasts, { id: `${requestId ?? name} ${atMs}`, kind: 'error', message })
  },
})

/** Failures of some of several invitations are shown in the dialog, not in a toast. */
const showInvites = (toasts: Draft<Toast[]>, sent: number, reason: string | undefined, atMs: number): undefined => {
  const id = `invites ${atMs}`
  if (sent === 0 && reason !== undefined)
    show(toasts, { id, kind: 'error', message: `No invitations were sent. ${reason}` })
  if (sent > 0)
    show(toasts, { id, kind: 'success', message: sent === 1 ? 'Invitation sent' : `${sent} invitations sent` })
}

type HandledMessage =
  | CallMessage
  | ToastMessage
  | NotificationMessage
  | SessionMessage
  | ConnectionMessage
  | OrganizationMessage
  | TeamMessage
  | WalletMessage

/** Toasts for mutations that succeeded or failed, and for new notifications. */
export const toasts = slice<Toast[], HandledMessage>([], {
  ...(Object.assign({}, ...unaryNames.filter((name) => !isQuery(name)).map(handlersOf)) as Handlers<
    Toast[],
    CallMessage
  >),
  'api/setProjectState.succeeded': (draft, { response: { project }, atMs }) =>
    show(draft, {
      id: `project state ${atMs}`,
      kind: 'success',
      message: `Successfully ${project.state === 'ARCHIVED' ? 'archived' : 'unarchived'} project: ${project.name}`,
    }),
  'ui/toastRequested': (draft, { id, kind, message }) => show(draft, { id, kind, message }),
  'tab/signInFailed': (draft, { code }) => showSignInError(draft, code),
  'ui/callbackOpened': (draft, { code, error }) => {
    if (code === null) showSignInError(draft, error ?? 'unknown')
  },
  'api/signInFailed': (draft, { code }) => showSignInError(draft, code),
  'wallet/failed': (draft, { id, kind }) =>
    show(draft, { id: `wallet ${id}`, kind: 'error', message: walletErrorMessage(kind, id) }),
  'tab/connectionFailed': (draft, { code }) => showSignInError(draft, code),
  'ui/connectionReturned': (draft, { code, error }) => {
    if (code === null) showSignInError(draft, error ?? 'unknown')
  },
  'api/connectionFailed': (draft, { code }) => showSignInError(draft, code),
  'api/invitesSettled': (draft, { sent, failed, atMs }) => showInvites(draft, sent.length, failed[0]?.message, atMs),
  'ui/organizationSelected': (draft, { username, name }) =>
    show(draft, { id: `selected ${username}`, kind: 'info', message: `Switched to ${name}` }),
  'ui/toastClosed': (draft, { id }) => hide(draft, id),
  'sse/notified': (draft, { notification, atMs }) => {
    const { _id: id, type: kind, title, message, additionalData } = notification
    const isFailedPayment = additionalData.payment?.status === 'failed'
    if (isFailedPayment && isRecent(notification, atMs)) show(draft, { id, kind: 'error', ...paymentFailed })
    else if (!isFailedPayment && isFreshNotification(notification, atMs))
      show(draft, { id, kind, title: title || toastTitles[kind], message })
  },
})

export const selectToasts = (state: { toasts: Toast[] }): Toast[] => state.toasts
