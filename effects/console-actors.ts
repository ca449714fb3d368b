import { exportAudit } from './audit/export-audit.ts'
import type { ConsoleEffects } from './deps.ts'
import { saveRecoveryCodes } from './factors/save-recovery-codes.ts'
import { persistDeployDrafts } from './instances/persist-deploy-drafts.ts'
import { advanceLogStart } from './logs/advance-log-start.ts'
import { downloadLog } from './logs/download-log.ts'
import { fillLogs } from './logs/fill-logs.ts'
import { persistLogViewSettings } from './logs/persist-log-view-settings.ts'
import { forgetLogs, receiveLogLines } from './logs/receive-log-lines.ts'
import { searchLogs } from './logs/search-logs.ts'
import { reportMeasures } from './measures/report-measures.ts'
import {
  openCliLoginDone,
  openNewInstance,
  openNewOrganization,
  openNewProject,
  redirectFromDeletedInstance,
  redirectFromDeletedProject,
} from './navigate.ts'
import { saveMailPreferences } from './notifications/save-mail-preferences.ts'
import { openRegistration } from './referrals/open-registration.ts'
import { inviteMembers, removeMembers } from './team/bulk-member-effects.ts'
import { disconnectWallet } from './wallets/disconnect-wallet.ts'
import { openPayoutWallet, withdraw } from './withdrawals/withdraw.ts'

/** The consequences within an organisation and for a signed-in person. */
export const consoleActors = (apiBase: string): readonly ConsoleEffects[] => [
  {
    name: 'logs',
    effects: {
      receiveLogLines,
      forgetLogs,
      fillLogs,
      advanceLogStart,
      searchLogs,
      persistLogViewSettings,
      downloadLog: downloadLog(apiBase),
    },
  },
  { name: 'instances', effects: { persistDeployDrafts } },
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
      redirectFromDeletedInstance,
      redirectFromDeletedProject,
    },
  },
]
