import { runMutations } from './calls/run-mutations.ts'
import { runQueries } from './calls/run-queries.ts'
import type { Effects } from './deps.ts'
import { runPasskeyCeremony } from './factors/run-passkey-ceremony.ts'
import { forgetInviteSecret, openJoinedOrganization, signInForInvite, takeInviteSecret } from './invites/invites.ts'
import { persistSingleKeys } from './keys/persist-single-keys.ts'
import { requestDesktopPermission } from './notifications/request-desktop-permission.ts'
import {
  endCommunityFlow,
  loginFromCommunity,
  redirectFromMissingOrganization,
  startCommunityFlow,
} from './organizations/community.ts'
import { persistOrganization, redirectFromLostOrganization } from './organizations/current-organization.ts'
import { persistReferralCode } from './referrals/referral-program.ts'
import {
  broadcastAuthorization,
  openAgent,
  redirectAfterSignIn,
  redirectToAuthorization,
  redirectToProvider,
} from './session/redirects.ts'
import { persistToken, renewToken, watchToken } from './session/renew-token.ts'
import {
  arriveSignedIn,
  arriveWithFactor,
  endSignInWait,
  exchangeCode,
  findPendingSignIn,
  finishSignIn,
  forgetPendingSignIn,
  handleFailedSignIn,
  openProvider,
  openSecondFactor,
  redirectToSignUp,
  storeLoginQuery,
} from './session/sign-in.ts'
import { signInWithWallet } from './session/sign-in-with-wallet.ts'
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

/** The effects of every page, by subject. */
export const startActors: readonly Effects[] = [
  { name: 'calls', effects: { runQueries, runMutations } },
  {
    name: 'session',
    effects: {
      storeLoginQuery,
      openProvider,
      redirectToProvider,
      redirectToAuthorization,
      broadcastAuthorization,
      signInWithWallet,
      exchangeCode,
      finishSignIn,
      handleFailedSignIn,
      arriveSignedIn,
      redirectToSignUp,
      endSignInWait,
      openSecondFactor,
      findPendingSignIn,
      forgetPendingSignIn,
      arriveWithFactor,
      redirectAfterSignIn,
      openAgent,
      watchToken,
      renewToken,
      persistToken,
      signOut,
      redirectAfterSignOut,
      detectSessionEnd,
      redirectAfterSessionEnd,
      redirectToSignIn,
      followOtherTabOut,
    },
  },
  { name: 'factors', effects: { runPasskeyCeremony } },
  { name: 'theme', effects: { persistTheme, persistProfileTheme, saveTheme } },
  { name: 'notifications', effects: { requestDesktopPermission } },
  {
    name: 'organizations',
    effects: {
      persistOrganization,
      redirectFromLostOrganization,
      startCommunityFlow,
      endCommunityFlow,
      loginFromCommunity,
      redirectFromMissingOrganization,
    },
  },
  { name: 'referrals', effects: { persistReferralCode } },
  { name: 'status', effects: { readSystemStatus } },
  { name: 'keys', effects: { persistSingleKeys } },
  {
    name: 'invites',
    effects: { takeInviteSecret, signInForInvite, forgetInviteSecret, openJoinedOrganization },
  },
]
