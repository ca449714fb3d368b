import {
  endCommunityFlow,
  loginFromCommunity,
  redirectFromMissingOrganization,
  startCommunityFlow,
} from './community.ts'
import { finishConnection, openConnection, redeemConnection } from './connections/connect-login.ts'
import type { Effects } from './deps.ts'
import { runPasskeyCeremony } from './factors/run-passkey-ceremony.ts'
import { arriveWithFactor, findPendingSignIn, forgetPendingSignIn, openSecondFactor } from './factors/second-factor.ts'
import { forgetInviteSecret, openJoinedOrganization, signInForInvite, takeInviteSecret } from './invites.ts'
import { broadcastNotificationsRead } from './notifications/broadcast-notifications-read.ts'
import { requestDesktopPermission, showOnDesktop } from './notifications/desktop.ts'
import { persistOrganization, redirectFromLostOrganization } from './organization-effects.ts'
import { persistSignInQuery } from './persist-sign-in-query.ts'
import { persistSingleKeys } from './persist-single-keys.ts'
import { readSystemStatus } from './read-system-status.ts'
import { openAgent, redirectAfterSignIn } from './redirect-after-sign-in.ts'
import { persistReferralCode } from './referral/persist-referral-code.ts'
import { persistToken, renewToken, watchToken } from './renew-token.ts'
import { runMutations } from './run-mutations.ts'
import { runQueries } from './run-queries.ts'
import {
  arriveSignedIn,
  broadcastAuthorization,
  endSignInWait,
  exchangeCode,
  finishSignIn,
  handleFailedSignIn,
  openProvider,
  redirectToSignUp,
} from './sign-in.ts'
import {
  detectSessionEnd,
  followOtherTabOut,
  redirectAfterSessionEnd,
  redirectAfterSignOut,
  redirectToSignIn,
  signOut,
} from './sign-out.ts'
import { persistProfileTheme, persistTheme, saveTheme } from './theme-effects.ts'

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
