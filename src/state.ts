import { auditExport } from './audit/audit-export.ts'
import { banners } from './banners/banners.ts'
import { reads } from './calls/reads.ts'
import { writes } from './calls/writes.ts'
import type { Slice } from './core/slice.ts'
import { deployDrafts } from './instances/deploy-drafts.ts'
import { instances } from './instances/instances.ts'
import { openedInvite } from './invites/opened-invite.ts'
import { keys } from './keys/keys.ts'
import { live } from './live/live.ts'
import { logLooks } from './logs/log-looks.ts'
import { logViews } from './logs/log-views.ts'
import { modals } from './modals/modals.ts'
import { notifications } from './notifications/notifications.ts'
import { organizations } from './organizations/organizations.ts'
import { projects } from './projects/projects.ts'
import { session } from './session/session.ts'
import { status } from './status/status.ts'
import { team } from './team/team.ts'
import { theme } from './theme/theme.ts'
import { toasts } from './toasts/toasts.ts'
import { wallets } from './wallets/wallets.ts'
import { withdrawals } from './withdrawals/withdrawals.ts'

/** Every slice, by the name of its subject. */
export const slices = {
  reads,
  writes,
  session,
  banners,
  organizations,
  projects,
  instances,
  deployDrafts,
  auditExport,
  keys,
  live,
  logLooks,
  logViews,
  modals,
  notifications,
  status,
  openedInvite,
  team,
  theme,
  toasts,
  wallets,
  withdrawals,
}

type StateOf<T> = { [K in keyof T]: T[K] extends Slice<infer S, never> ? S : never }

export type State = StateOf<typeof slices>
