import { addresses } from './addresses/addresses.ts'
import { alertChannels } from './alert-channels/alert-channels.ts'
import { alerts } from './alerts/alerts.ts'
import { auditExport } from './audit/audit-export.ts'
import { clusters } from './clusters/clusters.ts'
import { domains } from './domains/domains.ts'
import { drains } from './drains/drains.ts'
import { deployDrafts } from './instances/deploy-drafts.ts'
import { instances } from './instances/instances.ts'
import { logViewSettings } from './logs/log-view-settings.ts'
import { logViews } from './logs/log-views.ts'
import { mailPreferences } from './notifications/mail-preferences.ts'
import { projects } from './projects/projects.ts'
import { savedViews } from './saved-views/saved-views.ts'
import { team } from './team/team.ts'
import { variableGroups } from './variable-groups/variable-groups.ts'
import { volumes } from './volumes/volumes.ts'

/** The additional slices for signed-in users and pages of an organisation; they load with the first such page. */
export const consoleSlices = {
  projects,
  clusters,
  instances,
  volumes,
  addresses,
  domains,
  variableGroups,
  drains,
  savedViews,
  alerts,
  alertChannels,
  deployDrafts,
  auditExport,
  logViewSettings,
  logViews,
  mailPreferences,
  team,
}
