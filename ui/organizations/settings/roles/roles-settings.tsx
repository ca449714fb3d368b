import type { Permission } from '../../../../src/contract/access.ts'
import type { RoleGroup } from '../../../../src/contract/wire/role.ts'
import { mayGrant } from '../../../../src/rules/roles.ts'
import { useBlocked, useMembership } from '../../../hooks/use-membership.ts'
import { useOrganization } from '../../../hooks/use-organization.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { RestoreFocus } from '../../../parts/focus/restore-focus.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'
import { UnsavedChangesGuard } from '../../../shell/unsaved-changes-guard.tsx'
import { RoleLines } from './role-lines.tsx'
import { RolesMatrix } from './roles-matrix.tsx'
import { RolesSaveBar } from './roles-save-bar.tsx'
import { useRoleDrafts } from './use-role-drafts.ts'

export const RolesSettings = () => {
  const organization = useOrganization()
  const { data, retry } = useQuery('readRole', organization && { orgId: organization._id })
  const membership = useMembership()
  const blocked = useBlocked('roles.write')
  const drafts = useRoleDrafts(membership)
  const reasonAgainst = (role: RoleGroup, permission: Permission): string | undefined => {
    if (blocked !== undefined) return blocked
    if (role === 'owner') return 'Owners always have all permissions.'
    if (permission === 'organization.read') return 'Every member can view the organisation.'
    return mayGrant(membership.permissions, [permission]) ? undefined : 'You can only change permissions that you have.'
  }
  return (
    <Stack gap={5}>
      {blocked !== undefined && <Banner>{blocked}</Banner>}
      <Remote data={data} retry={retry} title="The roles could not be loaded" loading={<SkeletonRows rows={8} />}>
        {() => (
          <>
            <Card title="Role permissions" padded={false}>
              <RolesMatrix drafts={drafts} reasonAgainst={reasonAgainst} />
            </Card>
            <RestoreFocus>
              <Card title="Roles" padded={false}>
                <RoleLines drafts={drafts} />
              </Card>
              {organization && <RolesSaveBar organizationId={organization._id} drafts={drafts} />}
            </RestoreFocus>
          </>
        )}
      </Remote>
      {drafts.count > 0 && <UnsavedChangesGuard what="Your changes to the roles are not saved." />}
    </Stack>
  )
}
