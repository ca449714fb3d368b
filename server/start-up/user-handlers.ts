import { accountHandlers } from '../accounts/account-handlers.ts'
import { avatarHandlers } from '../accounts/avatar/avatar-handlers.ts'
import { notificationHandlers } from '../accounts/notifications/notification-handlers.ts'
import { auditHandlers } from '../audit/audit-handlers.ts'
import { bannerHandlers } from '../banners/banner-handlers.ts'
import type { Config } from '../config.ts'
import { gitHandlers } from '../git/git-handlers.ts'
import { keyHandlers } from '../keys/key-handlers.ts'
import type { Organizations } from '../organizations/organizations.ts'
import { referralHandlers } from '../referral/referral-handlers.ts'
import { withdrawalHandlers } from '../referral/withdrawals/withdrawal-handlers.ts'
import type { Identity } from '../session/identity.ts'
import type { Store } from '../store/connection.ts'

interface UserHandlersOptions {
  config: Config
  store: Store
  identity: Pick<Identity, 'handlers'>
  organizations: Pick<Organizations, 'handlers'>
}

/** Handlers of all calls about users and their organisations. */
export const userHandlers = ({ config, store, identity, organizations }: UserHandlersOptions) => ({
  ...accountHandlers(store, config),
  ...organizations.handlers,
  ...auditHandlers(store.db),
  ...avatarHandlers(store),
  ...notificationHandlers(store),
  ...identity.handlers,
  ...gitHandlers(store),
  ...keyHandlers(store),
  ...referralHandlers(store, config),
  ...withdrawalHandlers(store, config),
  ...bannerHandlers(store, config),
})
