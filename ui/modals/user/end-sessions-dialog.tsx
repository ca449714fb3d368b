import { failureWords } from '../../../src/core/failure.ts'
import { useAsk } from '../../app/use-ask.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const EndSessionsDialog = ({ onClose }: DialogOf<'endOtherSessions'>) => {
  const { ask, isRunning, failure } = useAsk('endOtherSessions')
  return (
    <Confirm
      confirmLabel="Sign out"
      busy={isRunning}
      failure={failure ? failureWords(failure) : undefined}
      onConfirm={() => ask({})}
      onClose={onClose}
    >
      Every other browser and command line is signed out at once. API tokens go on working.
    </Confirm>
  )
}
