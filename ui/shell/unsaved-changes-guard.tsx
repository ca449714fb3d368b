import { useCallback } from 'react'
import { type BlockerFunction, NavigationType, useBeforeUnload, useBlocker } from 'react-router-dom'
import { isUnguarded } from '../../src/navigation/location-message.ts'
import { Button } from '../parts/actions/button.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'

/** Changes of the query and navigations of effects need no confirmation. */
export const needsConfirmation: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  nextLocation.pathname !== currentLocation.pathname &&
  // Going back to a page that an effect once opened is the user's own doing.
  (historyAction === NavigationType.Pop || !isUnguarded(nextLocation.state))

/** While it is rendered, leaving the page asks first; closing the tab asks in the browser's own words. */
export const UnsavedChangesGuard = ({ what }: { what: string }) => {
  const { state, reset, proceed } = useBlocker(needsConfirmation)
  useBeforeUnload(useCallback((event) => event.preventDefault(), []))
  return (
    state === 'blocked' && (
      <Dialog
        title="Leave without saving?"
        text={what}
        onClose={reset}
        actions={
          <>
            <Button onClick={reset}>Stay</Button>
            <Button variant="danger" onClick={proceed}>
              Leave
            </Button>
          </>
        }
      />
    )
  )
}
