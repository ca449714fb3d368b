import type { AuditMessage } from './audit/audit-message.ts'
import type { BannerMessage } from './banners/banners.ts'
import type { ResponseMessage } from './calls/mutations.ts'
import type { CodeMessage } from './code/code-message.ts'
import type { ConnectionMessage } from './connections/connection-message.ts'
import type { CallMessage } from './contract/call-message.ts'
import type { PageMeasures } from './contract/wire/measure.ts'
import type { MessageFrom } from './core/message.ts'
import type { FactorMessage } from './factors/factor-message.ts'
import type { DeployDraftMessage } from './instances/deploy-draft-message.ts'
import type { InviteMessage } from './invites/invite-message.ts'
import type { KeysMessage } from './keys/keys-message.ts'
import type { LiveMessage } from './live/live-message.ts'
import type { LogMessage } from './logs/log-message.ts'
import type { ModalMessage } from './modals/modal-message.ts'
import type { LocationMessage } from './navigation/location-message.ts'
import type { NotificationMessage } from './notifications/notification-message.ts'
import type { OrganizationMessage } from './organizations/organization-message.ts'
import type { SessionMessage } from './session/session-message.ts'
import type { StatusMessage } from './status/status.ts'
import type { TeamMessage } from './team/team-message.ts'
import type { ThemeMessage } from './theme/theme-message.ts'
import type { ToastMessage } from './toasts/toast-message.ts'
import type { WalletDisconnectMessage } from './wallets/wallet-disconnect-message.ts'
import type { WalletMessage } from './wallets/wallet-message.ts'
import type { WithdrawalMessage } from './withdrawals/withdrawal-message.ts'

/** Messages that no slice handles. */
type SlicelessMessage =
  /** Sent once per page, when it is first hidden; until then the values may change. */
  { type: 'page/measured'; measures: PageMeasures } | { type: 'ui/referralInterestPressed' }

/** All messages. */
export type Message =
  | ResponseMessage
  | BannerMessage
  | AuditMessage
  | CallMessage
  | CodeMessage
  | ConnectionMessage
  | DeployDraftMessage
  | FactorMessage
  | InviteMessage
  | KeysMessage
  | LiveMessage
  | LocationMessage
  | LogMessage
  | ModalMessage
  | NotificationMessage
  | OrganizationMessage
  | SessionMessage
  | SlicelessMessage
  | StatusMessage
  | TeamMessage
  | ThemeMessage
  | ToastMessage
  | WalletDisconnectMessage
  | WalletMessage
  | WithdrawalMessage

/** The messages that views may send. */
export type UiMessage = MessageFrom<Message, 'ui'>
