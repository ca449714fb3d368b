import { type RoleGroup, roleGroups } from '../../../../src/contract/wire/role.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import { roleLabel } from '../../../../src/rules/roles.ts'
import { roleDescriptions } from '../../../../src/team/role-descriptions.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { useOrganization } from '../../../hooks/use-organization.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { useRestoreFocus } from '../../../parts/focus/use-restore-focus.ts'
import { Badge } from '../../../parts/state/badge.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { MayButton } from '../../../shell/permissions/may-button.tsx'
import css from './role-lines.module.css'
import type { RoleDrafts } from './use-role-drafts.ts'

/** Each role with its description and unsaved changes, which are saved for each role. */
export const RoleLines = ({ drafts }: { drafts: RoleDrafts }) => (
  <ul className={css.list}>
    {roleGroups.map((role) => (
      <RoleLine key={role} role={role} drafts={drafts} />
    ))}
  </ul>
)

const RoleLine = ({ role, drafts }: { role: RoleGroup; drafts: RoleDrafts }) => {
  const organization = useOrganization()
  const { mutate, isRunning, failure } = useMutation('setRoleGroupPermissions')
  const restoreFocus = useRestoreFocus()
  const changes = drafts.changes(role)
  const save = (requested: Parameters<typeof mutate>[0]['permissions']) => {
    if (organization) mutate({ organizationId: organization._id, roleGroupName: role, permissions: requested ?? null })
  }
  return (
    <li {...restoreFocus} className={css.line}>
      <div className={css.content}>
        <span className={css.name}>
          {roleLabel(role)}
          {role === 'owner' && <Badge>All permissions</Badge>}
          {role !== 'owner' && !drafts.isUsual(role) && <Badge tone="info">Customised</Badge>}
          {changes > 0 && (
            <Badge tone="warn">{changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`}</Badge>
          )}
        </span>
        <span className={css.text}>{roleDescriptions[role]}</span>
        {failure && changes > 0 && <Banner tone="bad">{failureMessage(failure)}</Banner>}
      </div>
      {role !== 'owner' && (
        <div className={css.actions}>
          {changes > 0 && (
            <>
              <Button
                size="small"
                aria-label={`Undo the changes to ${roleLabel(role)}`}
                onClick={() => drafts.drop(role)}
              >
                Undo
              </Button>
              <MayButton
                may="roles.write"
                size="small"
                variant="primary"
                busy={isRunning}
                aria-label={`Save ${roleLabel(role)}`}
                onClick={() => save([...drafts.permissionsFor(role)])}
              >
                Save
              </MayButton>
            </>
          )}
          {changes === 0 && !drafts.isUsual(role) && (
            <MayButton
              may="roles.write"
              size="small"
              busy={isRunning}
              aria-label={`Reset to default: ${roleLabel(role)}`}
              onClick={() => save(null)}
            >
              {' '}
              Reset to default{' '}
            </MayButton>
          )}
        </div>
      )}
    </li>
  )
}
