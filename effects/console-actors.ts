import { disconnectWallet } from './connections/disconnect-wallet.ts'
import type { ConsoleEffects } from './deps.ts'
import { exportAudit } from './export-audit.ts'
import { saveRecoveryCodes } from './factors/save-recovery-codes.ts'
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
import { openRegistration } from './referral/open-registration.ts'
import { openPayoutWallet, withdraw } from './referral/withdraw.ts'
import { reportMeasures } from './report-measures.ts'
import { inviteMembers, removeMembers } from './team/bulk-member-effects.ts'

/** The consequences within an organisation and for a signed-in person. */
export const consoleActors = (apiBase: string): readonly ConsoleEffects[] => [
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
