import { type Failure, failureMessage } from '../../../src/core/failure.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useTitle } from '../../hooks/use-title.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { FrameSkeleton } from '../frame/frame-skeleton.tsx'

export const ProfileFailed = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => {
  const send = useSend()
  useTitle('Your profile could not be loaded')
  return (
    <FrameSkeleton>
      <Stack align="center">
        <FailedState
          headingLevel={1}
          title="Your profile could not be loaded"
          text={failureMessage(failure)}
          onRetry={onRetry}
        />
        <Button variant="quiet" onClick={() => send({ type: 'ui/signOutPressed' })}>
          Logout
        </Button>
      </Stack>
    </FrameSkeleton>
  )
}
