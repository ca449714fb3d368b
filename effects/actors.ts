import { endCommunityFlow, leaveMissingOrganization, loginFromCommunity, startCommunityFlow } from './community.ts'
import { finishConnection, openConnection } from './connections/connect-login.ts'
import type { Effects } from './deps.ts'
import { exportAudit } from './export-audit.ts'
import { forgetInviteSecret, openJoinedOrganization, signInForInvite, takeInviteSecret } from './invites.ts'
import { keepDeployDrafts } from './keep-deploy-drafts.ts'
import { forgetLogs, keepLogLines } from './keep-log-lines.ts'
import { keepSingleKeys } from './keep-single-keys.ts'
import { leadOn, openAgent } from './lead-on.ts'
import { fillLogs } from './logs/fill-logs.ts'
import { keepLogLook } from './logs/keep-log-look.ts'
import { moveLogStart } from './logs/move-log-start.ts'
import { searchLogs } from './logs/search-logs.ts'
import {
  leaveDeletedInstance,
  leaveDeletedProject,
  openCliLoginDone,
  openNewInstance,
  openNewOrganization,
  openNewProject,
} from './navigate.ts'
import { askForDesktop, showOnDesktop } from './notifications/desktop.ts'
import { tellRead } from './notifications/tell-read.ts'
import { keepOrganization, leaveLostOrganization } from './organization-effects.ts'
import { readLane } from './read-lane.ts'
import { readSystemStatus } from './read-system-status.ts'
import { keepReferralCode } from './referral/keep-referral-code.ts'
import { openRegistration } from './referral/open-registration.ts'
import { openPayoutWallet, withdraw } from './referral/withdraw.ts'
import { keepToken, renewToken, watchToken } from './renew-token.ts'
import { arriveSignedIn, endSignInWait, finishSignIn, leadToSignUp, openProvider, tellAuthorized } from './sign-in.ts'
import {
  askToSignIn,
  followOtherTabOut,
  leaveEndedSession,
  leaveLogoutPage,
  noticeSessionEnd,
  signOut,
} from './sign-out.ts'
import { changeTeam } from './team/change-team.ts'
import { keepProfileTheme, keepTheme, saveTheme } from './theme-effects.ts'
import { writeLane } from './write-lane.ts'

/** Every consequence, by subject. */
export const actors: readonly Effects[] = [
  { name: 'calls', effects: { readLane, writeLane } },
  {
    name: 'session',
    effects: {
      openProvider,
      finishSignIn,
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
  { name: 'logs', effects: { keepLogLines, forgetLogs, fillLogs, moveLogStart, searchLogs, keepLogLook } },
  { name: 'instances', effects: { keepDeployDrafts } },
  { name: 'theme', effects: { keepTheme, keepProfileTheme, saveTheme } },
  { name: 'connections', effects: { openConnection, finishConnection } },
  { name: 'notifications', effects: { tellRead, askForDesktop, showOnDesktop } },
  {
    name: 'community',
    effects: { startCommunityFlow, endCommunityFlow, loginFromCommunity, leaveMissingOrganization },
  },
  { name: 'referral', effects: { keepReferralCode, openRegistration, openPayoutWallet, withdraw } },
  { name: 'status', effects: { readSystemStatus } },
  { name: 'keys', effects: { keepSingleKeys } },
  { name: 'organizations', effects: { keepOrganization, leaveLostOrganization } },
  { name: 'team', effects: { changeTeam } },
  {
    name: 'invites',
    effects: { takeInviteSecret, signInForInvite, forgetInviteSecret, openJoinedOrganization },
  },
  { name: 'audit', effects: { exportAudit } },
  {
    name: 'navigation',
    effects: {
      openCliLoginDone,
      openNewOrganization,
      openNewProject,
      openNewInstance,
      leaveDeletedInstance,
      leaveDeletedProject,
    },
  },
]
