import { type RoleGroup, roleGroups } from '../../../../src/contract/wire/role.ts'
import { failureWords } from '../../../../src/core/failure.ts'
import { roleWords } from '../../../../src/team/role-words.ts'
import { MayButton } from '../../../app/permissions/may-button.tsx'
import { useAsk } from '../../../app/use-ask.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { useKeptFocus } from '../../../parts/focus/use-kept-focus.ts'
import { Badge } from '../../../parts/state/badge.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { useOrganization } from '../../../projects/use-organization.ts'
import css from './role-lines.module.css'
import type { RoleDrafts } from './use-role-drafts.ts'

/** Each role with what it is for and what has become of it; its changes are saved by themselves. */
export const RoleLines = ({ drafts }: { drafts: RoleDrafts }) => (
  <ul className={css.list}>
    {roleGroups.map((role) => (
      <RoleLine key={role} role={role} drafts={drafts} />
    ))}
  </ul>
)

const RoleLine = ({ role, drafts }: { role: RoleGroup; drafts: RoleDrafts }) => {
  const organization = useOrganization()
  const { ask, isRunning, failure } = useAsk('setRoleGroupPermissions')
  const keptFocus = useKeptFocus()
  const changes = drafts.changes(role)
  const save = (wished: Parameters<typeof ask>[0]['permissions']) => {
    if (organization) ask({ organizationId: organization._id, roleGroupName: role, permissions: wished ?? null })
  }
  return (
    <li {...keptFocus} className={css.line}>
      <div className={css.words}>
        <span className={css.name}>
          {role}
          {role === 'owner' && <Badge>Always everything</Badge>}
          {role !== 'owner' && !drafts.isUsual(role) && <Badge tone="info">Not as usual</Badge>}
          {changes > 0 && <Badge tone="warn">{changes === 1 ? '1 change' : `${changes} changes`} not saved</Badge>}
        </span>
        <span className={css.text}>{roleWords[role]}</span>
        {failure && changes > 0 && <Banner tone="bad">{failureWords(failure)}</Banner>}
      </div>
      {role !== 'owner' && (
        <div className={css.actions}>
          {changes > 0 && (
            <>
              <Button size="small" aria-label={`Undo the changes of ${role}`} onClick={() => drafts.drop(role)}>
                Undo
              </Button>
              <MayButton
                may="roles.write"
                size="small"
                look="primary"
                busy={isRunning}
                aria-label={`Save ${role}`}
                onClick={() => save([...drafts.shown(role)])}
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
              aria-label={`Back to usual: ${role}`}
              onClick={() => save(null)}
            >
              Back to usual
            </MayButton>
          )}
        </div>
      )}
    </li>
  )
}
