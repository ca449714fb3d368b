import { endCommunityFlow, leaveMissingOrganization, loginFromCommunity, startCommunityFlow } from './community.ts'
import { finishConnection, openConnection, redeemConnection } from './connections/connect-login.ts'
import type { Effects } from './deps.ts'
import { askPasskey } from './factors/ask-passkey.ts'
import { arriveWithFactor, findPendingSignIn, forgetPendingSignIn, openSecondFactor } from './factors/second-factor.ts'
import { forgetInviteSecret, openJoinedOrganization, signInForInvite, takeInviteSecret } from './invites.ts'
import { keepSignInQuery } from './keep-sign-in-query.ts'
import { keepSingleKeys } from './keep-single-keys.ts'
import { leadOn, openAgent } from './lead-on.ts'
import { askForDesktop, showOnDesktop } from './notifications/desktop.ts'
import { tellRead } from './notifications/tell-read.ts'
import { keepOrganization, leaveLostOrganization } from './organization-effects.ts'
import { readLane } from './read-lane.ts'
import { readSystemStatus } from './read-system-status.ts'
import { keepReferralCode } from './referral/keep-referral-code.ts'
import { keepToken, renewToken, watchToken } from './renew-token.ts'
import {
  arriveSignedIn,
  endSignInWait,
  exchangeCode,
  finishSignIn,
  leadToSignUp,
  leaveFailedSignIn,
  openProvider,
  tellAuthorized,
} from './sign-in.ts'
import {
  askToSignIn,
  followOtherTabOut,
  leaveEndedSession,
  leaveLogoutPage,
  noticeSessionEnd,
  signOut,
} from './sign-out.ts'
import { keepProfileTheme, keepTheme, saveTheme } from './theme-effects.ts'
import { writeLane } from './write-lane.ts'

/** The consequences on every page, by subject. */
export const startActors: readonly Effects[] = [
  { name: 'calls', effects: { readLane, writeLane } },
  {
    name: 'session',
    effects: {
      keepSignInQuery,
      openProvider,
      exchangeCode,
      finishSignIn,
      leaveFailedSignIn,
      arriveSignedIn,
      leadToSignUp,
      askToSignIn,
      endSignInWait,
      watchToken,
      renewToken,
      keepToken,
      signOut,
      leaveLogoutPage,
      tellAuthorized,
      leadOn,
      openAgent,
      noticeSessionEnd,
      leaveEndedSession,
      followOtherTabOut,
    },
  },
  {
    name: 'factors',
    effects: {
      askPasskey,
      openSecondFactor,
      findPendingSignIn,
      forgetPendingSignIn,
      arriveWithFactor,
    },
  },
  { name: 'theme', effects: { keepTheme, keepProfileTheme, saveTheme } },
  { name: 'connections', effects: { openConnection, redeemConnection, finishConnection } },
  { name: 'notifications', effects: { tellRead, askForDesktop, showOnDesktop } },
  {
    name: 'community',
    effects: { startCommunityFlow, endCommunityFlow, loginFromCommunity, leaveMissingOrganization },
  },
  { name: 'referral', effects: { keepReferralCode } },
  { name: 'status', effects: { readSystemStatus } },
  { name: 'keys', effects: { keepSingleKeys } },
  { name: 'organizations', effects: { keepOrganization, leaveLostOrganization } },
  {
    name: 'invites',
    effects: { takeInviteSecret, signInForInvite, forgetInviteSecret, openJoinedOrganization },
  },
]
