import type { QueryName } from '../contract/contract.ts'
import type { OrganizationEvent } from '../contract/live.ts'

/** Which lists an event of an organisation makes old: those that count and page what has come or gone. */
export const queriesInvalidatedByEvent = (event: OrganizationEvent): readonly QueryName[] => {
  switch (event.kind) {
    case 'projectRemoved':
      return ['readProjects', 'countProjects']
    case 'projectChanged':
      return event.project.revision === 1 ? ['readProjects', 'countProjects'] : []
    case 'instanceChanged':
      // Its workload has ended, which gives back what it held.
      return event.instance.state === 'Closed' || event.instance.state === 'Failed-start'
        ? ['readRunningInstances', 'readQuotas']
        : ['readRunningInstances']
    case 'instanceProgressed':
      return []
    case 'instanceRemoved':
      return ['readQuotas', 'readRunningInstances']
    case 'organizationChanged':
      return ['readOrganization', 'findOrganization', 'readNotificationConfig', 'readAudit']
    case 'membersChanged':
      return ['readOrganization', 'readUsersWithRoleGroups', 'readRole', 'readAudit']
    case 'rolesChanged':
      return ['readRole', 'readAudit']
    case 'organizationRemoved':
      return ['readProfile']
  }
}
