import { disconnectWallet } from './connections/disconnect-wallet.ts'
import type { ConsoleEffects } from './deps.ts'
import { exportAudit } from './export-audit.ts'
import { saveRecoveryCodes } from './factors/save-recovery-codes.ts'
import { advanceLogStart } from './logs/advance-log-start.ts'
import { downloadLog } from './logs/download-log.ts'
import { fillLogs } from './logs/fill-logs.ts'
import { persistLogViewSettings } from './logs/persist-log-view-settings.ts'
import { searchLogs } from './logs/search-logs.ts'
import {
  openCliLoginDone,
  openNewInstance,
  openNewOrganization,
  openNewProject,
  redirectFromDeletedInstance,
  redirectFromDeletedProject,
} from './navigate.ts'
import { saveMailPreferences } from './notifications/save-mail-preferences.ts'
import { persistDeployDrafts } from './persist-deploy-drafts.ts'
import { forgetLogs, receiveLogLines } from './receive-log-lines.ts'
import { openRegistration } from './referral/open-registration.ts'
import { openPayoutWallet, withdraw } from './referral/withdraw.ts'
import { refetchStale } from './refetch-stale.ts'
import { reportMeasures } from './report-measures.ts'
import { inviteMembers, removeMembers } from './team/bulk-member-effects.ts'

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
  { name: 'resources', effects: { refetchStale } },
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
