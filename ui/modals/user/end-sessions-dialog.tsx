import { useMutation } from '../../hooks/use-mutation.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const EndSessionsDialog = ({ onClose }: DialogOf<'endOtherSessions'>) => {
  const { mutate, isRunning, failure } = useMutation('endOtherSessions')
  return (
    <Confirm confirmLabel="Sign out" busy={isRunning} failure={failure} onConfirm={() => mutate({})} onClose={onClose}>
      Every other browser and command line is signed out at once. API tokens go on working.
    </Confirm>
  )
}
