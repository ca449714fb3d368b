import { runMutations } from './calls/run-mutations.ts'
import { runQueries } from './calls/run-queries.ts'
import { finishConnection, openConnection, redeemConnection } from './connections/connect-login.ts'
import type { Effects } from './deps.ts'
import { runPasskeyCeremony } from './factors/run-passkey-ceremony.ts'
import { forgetInviteSecret, openJoinedOrganization, signInForInvite, takeInviteSecret } from './invites/invites.ts'
import { persistSingleKeys } from './keys/persist-single-keys.ts'
import { broadcastNotificationsRead } from './notifications/broadcast-notifications-read.ts'
import { requestDesktopPermission, showOnDesktop } from './notifications/desktop.ts'
import {
  endCommunityFlow,
  loginFromCommunity,
  redirectFromMissingOrganization,
  startCommunityFlow,
} from './organizations/community.ts'
import { persistOrganization, redirectFromLostOrganization } from './organizations/current-organization.ts'
import { persistReferralCode } from './referrals/persist-referral-code.ts'
import { persistSignInQuery } from './session/persist-sign-in-query.ts'
import { openAgent, redirectAfterSignIn } from './session/redirect-after-sign-in.ts'
import { persistToken, renewToken, watchToken } from './session/renew-token.ts'
import { arriveWithFactor, findPendingSignIn, forgetPendingSignIn, openSecondFactor } from './session/second-factor.ts'
import {
  arriveSignedIn,
  broadcastAuthorization,
  endSignInWait,
  exchangeCode,
  finishSignIn,
  handleFailedSignIn,
  openProvider,
  redirectToSignUp,
} from './session/sign-in.ts'
import {
  detectSessionEnd,
  followOtherTabOut,
  redirectAfterSessionEnd,
  redirectAfterSignOut,
  redirectToSignIn,
  signOut,
} from './session/sign-out.ts'
import { readSystemStatus } from './status/read-system-status.ts'
import { persistProfileTheme, persistTheme, saveTheme } from './theme/theme-effects.ts'

/** The consequences on every page, by subject. */
export const startActors: readonly Effects[] = [
  { name: 'calls', effects: { runQueries, runMutations } },
  {
    name: 'session',
    effects: {
      persistSignInQuery,
      openProvider,
      exchangeCode,
      finishSignIn,
      handleFailedSignIn,
      arriveSignedIn,
      redirectToSignUp,
      redirectToSignIn,
      endSignInWait,
      watchToken,
      renewToken,
      persistToken,
      signOut,
      redirectAfterSignOut,
      broadcastAuthorization,
      redirectAfterSignIn,
      openAgent,
      detectSessionEnd,
      redirectAfterSessionEnd,
      followOtherTabOut,
    },
  },
  {
    name: 'factors',
    effects: {
      runPasskeyCeremony,
      openSecondFactor,
      findPendingSignIn,
      forgetPendingSignIn,
      arriveWithFactor,
    },
  },
  { name: 'theme', effects: { persistTheme, persistProfileTheme, saveTheme } },
  { name: 'connections', effects: { openConnection, redeemConnection, finishConnection } },
  { name: 'notifications', effects: { broadcastNotificationsRead, requestDesktopPermission, showOnDesktop } },
  {
    name: 'community',
    effects: { startCommunityFlow, endCommunityFlow, loginFromCommunity, redirectFromMissingOrganization },
  },
  { name: 'referral', effects: { persistReferralCode } },
  { name: 'status', effects: { readSystemStatus } },
  { name: 'keys', effects: { persistSingleKeys } },
  { name: 'organizations', effects: { persistOrganization, redirectFromLostOrganization } },
  {
    name: 'invites',
    effects: { takeInviteSecret, signInForInvite, forgetInviteSecret, openJoinedOrganization },
  },
]
