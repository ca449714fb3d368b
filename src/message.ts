import type { AuditMessage } from './audit/audit-message.ts'
import type { BannerMessage } from './banners/banner-message.ts'
import type { ResponseMessage } from './calls/response-message.ts'
import type { CodeMessage } from './code/code-message.ts'
import type { ConnectionMessage } from './connections/connection-message.ts'
import type { CallMessage } from './contract/call-message.ts'
import type { MessageFrom } from './core/message.ts'
import type { FactorMessage } from './factors/factor-message.ts'
import type { DeployDraftMessage } from './instances/deploy-draft-message.ts'
import type { InviteMessage } from './invites/invite-message.ts'
import type { KeysMessage } from './keys/keys-message.ts'
import type { LiveMessage } from './live/live-message.ts'
import type { LogMessage } from './logs/log-message.ts'
import type { MeasureMessage } from './measures/measure-message.ts'
import type { ModalMessage } from './modals/modal-message.ts'
import type { LocationMessage } from './navigation/location-message.ts'
import type { NotificationMessage } from './notifications/notification-message.ts'
import type { OrganizationMessage } from './organizations/organization-message.ts'
import type { ReferralMessage } from './referrals/referral-message.ts'
import type { SessionMessage } from './session/session-message.ts'
import type { StatusMessage } from './status/status-message.ts'
import type { TeamMessage } from './team/team-message.ts'
import type { ThemeMessage } from './theme/theme-message.ts'
import type { ToastMessage } from './toasts/toast-message.ts'
import type { WalletDisconnectMessage } from './wallets/wallet-disconnect-message.ts'
import type { WalletMessage } from './wallets/wallet-message.ts'
import type { WithdrawalMessage } from './withdrawals/withdrawal-message.ts'

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
  | MeasureMessage
  | ModalMessage
  | NotificationMessage
  | OrganizationMessage
  | ReferralMessage
  | SessionMessage
  | StatusMessage
  | TeamMessage
  | ThemeMessage
  | ToastMessage
  | WalletDisconnectMessage
  | WalletMessage
  | WithdrawalMessage

/** The messages that views may send. */
export type UiMessage = MessageFrom<Message, 'ui'>
