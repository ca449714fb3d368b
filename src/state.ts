import type { accountSlices } from './account-slices.ts'
import { banners } from './banners/banners.ts'
import { mutations } from './calls/mutations.ts'
import { queries } from './calls/queries.ts'
import { code } from './code/code.ts'
import type { consoleSlices } from './console-slices.ts'
import type { Slice } from './core/slice.ts'
import { passkeys } from './factors/passkeys.ts'
import { openedInvite } from './invites/opened-invite.ts'
import { keys } from './keys/keys.ts'
import { live } from './live/live.ts'
import { modals } from './modals/modals.ts'
import { notifications } from './notifications/notifications.ts'
import { organizations } from './organizations/organizations.ts'
import { session } from './session/session.ts'
import { status } from './status/status.ts'
import { theme } from './theme/theme.ts'
import { toasts } from './toasts/toasts.ts'
import { wallets } from './wallets/wallets.ts'

/** The slices that every page needs. */
export const startSlices = {
  queries,
  mutations,
  code,
  session,
  banners,
  organizations,
  keys,
  live,
  modals,
  notifications,
  passkeys,
  status,
  openedInvite,
  theme,
  toasts,
  wallets,
}

type StateOf<T> = { [K in keyof T]: T[K] extends Slice<infer S, never> ? S : never }

/** The state before the signed-in console has loaded. */
export type StartState = StateOf<typeof startSlices>

/** The state once the signed-in console has loaded. */
export type ConsoleState = StartState & StateOf<typeof consoleSlices>

/** The state on the user's own pages. */
export type State = ConsoleState & StateOf<typeof accountSlices>
