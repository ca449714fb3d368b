import { disconnectWallet } from './connections/disconnect-wallet.ts'
import type { ConsoleEffects } from './deps.ts'
import { exportAudit } from './export-audit.ts'
import { saveRecoveryCodes } from './factors/save-recovery-codes.ts'
import { keepDeployDrafts } from './keep-deploy-drafts.ts'
import { forgetLogs, keepLogLines } from './keep-log-lines.ts'
import { downloadLog } from './logs/download-log.ts'
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
import { saveMailPreferences } from './notifications/save-mail-preferences.ts'
import { openRegistration } from './referral/open-registration.ts'
import { openPayoutWallet, withdraw } from './referral/withdraw.ts'
import { reportMeasures } from './report-measures.ts'
import { inviteMembers, removeMembers } from './team/ask-for-many.ts'

/** The consequences within an organisation and for a signed-in person. */
export const consoleActors = (apiBase: string): readonly ConsoleEffects[] => [
  {
    name: 'logs',
    effects: {
      keepLogLines,
      forgetLogs,
      fillLogs,
      moveLogStart,
      searchLogs,
      keepLogLook,
      downloadLog: downloadLog(apiBase),
    },
  },
  { name: 'instances', effects: { keepDeployDrafts } },
  { name: 'referral', effects: { openRegistration, openPayoutWallet, withdraw } },
  { name: 'wallet', effects: { disconnectWallet } },
  { name: 'recovery codes', effects: { saveRecoveryCodes } },
  { name: 'team', effects: { inviteMembers, removeMembers } },
  { name: 'measures', effects: { reportMeasures: reportMeasures(apiBase) } },
  { name: 'mail preferences', effects: { saveMailPreferences } },
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
