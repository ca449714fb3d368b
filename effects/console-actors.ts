import { contractParts } from './api/response-schema.ts'
import { loadFurtherCalls } from './calls/load-further-calls.ts'
import { redirectFromDeletedCluster } from './clusters/cluster-pages.ts'
import type { ConsoleEffects } from './deps.ts'
import {
  openNewDeployment,
  openNewInstance,
  openNewRun,
  redirectFromDeletedInstance,
} from './instances/instance-pages.ts'
import { persistDeployDrafts, restoreDeployDrafts } from './instances/persist-deploy-drafts.ts'
import { reportMeasures } from './measures/report-measures.ts'
import { broadcastNotificationsRead, showOnDesktop } from './notifications/notification-effects.ts'
import { openNewOrganization } from './organizations/open-new-organization.ts'
import { openNewProject, redirectFromDeletedProject } from './projects/project-pages.ts'
import { openRegistration } from './referrals/referral-program.ts'
import { refetchStale } from './resources/refetch-stale.ts'
import { openCliLoginDone } from './session/redirects.ts'
import { inviteMembers, removeMembers } from './team/bulk-member-effects.ts'

/** The effects of pages of an organisation and of a signed-in user, by subject. */
export const consoleActors: readonly ConsoleEffects[] = [
  { name: 'calls', effects: { loadFurtherCalls: loadFurtherCalls(contractParts) } },
  { name: 'resources', effects: { refetchStale } },
  { name: 'projects', effects: { openNewProject, redirectFromDeletedProject } },
  { name: 'clusters', effects: { redirectFromDeletedCluster } },
  {
    name: 'instances',
    effects: {
      openNewInstance,
      openNewDeployment,
      openNewRun,
      redirectFromDeletedInstance,
      persistDeployDrafts,
      restoreDeployDrafts,
    },
  },
  { name: 'notifications', effects: { broadcastNotificationsRead, showOnDesktop } },
  { name: 'organizations', effects: { openNewOrganization } },
  { name: 'referrals', effects: { openRegistration } },
  { name: 'session', effects: { openCliLoginDone } },
  { name: 'team', effects: { inviteMembers, removeMembers } },
  { name: 'measures', effects: { reportMeasures } },
]
