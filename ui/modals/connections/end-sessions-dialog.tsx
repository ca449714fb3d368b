import { useMutation } from '../../hooks/use-mutation.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const EndSessionsDialog = ({ onClose }: DialogOf<'endOtherSessions'>) => {
  const { mutate, isRunning, failure } = useMutation('endOtherSessions')
  return (
    <Confirm confirmLabel="Log out" busy={isRunning} failure={failure} onConfirm={() => mutate({})} onClose={onClose}>
      All other browsers and command lines will be logged out. API tokens keep working.
    </Confirm>
  )
}
