import { useEffect, useRef } from 'react'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import type { ChangedRole } from '../../../../src/team/role-drafts.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { ActionBar, Row } from '../../../parts/layout/row.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Text } from '../../../parts/text/text.tsx'
import type { RoleEditing } from './use-role-drafts.ts'

type RolesSaveBarProps = { organizationId: OrganizationId; drafts: RoleEditing }

/** Saves the changed roles one after another: a rejected one stops the rest, which stay unsaved. */
export const RolesSaveBar = ({ organizationId, drafts }: RolesSaveBarProps) => {
  const { mutate, state, isRunning, failure } = useMutation('setRoleGroupPermissions')
  const waiting = useRef<ChangedRole[]>([])
  const saveNext = useRef(() => {})
  saveNext.current = () => {
    const next = waiting.current.shift()
    if (next) mutate({ organizationId, roleGroupName: next.role, permissions: next.permissions })
  }

  useEffect(() => {
    if (state?.kind === 'succeeded') saveNext.current()
  }, [state])

  const save = () => {
    waiting.current = drafts.changedRoles()
    saveNext.current()
  }
  if (drafts.count === 0) return null
  return (
    <>
      {failure && (
        <Banner tone="bad" title="Not every change was saved">
          {failureMessage(failure)}
        </Banner>
      )}
      <ActionBar>
        <Text as="strong">{drafts.count === 1 ? '1 unsaved change' : `${drafts.count} unsaved changes`}</Text>
        <Row>
          <Button disabled={isRunning} onClick={drafts.discard}>
            Discard
          </Button>
          <Button variant="primary" busy={isRunning} onClick={save}>
            Save
          </Button>
        </Row>
      </ActionBar>
    </>
  )
}
