import { useCallback } from 'react'
import { type BlockerFunction, NavigationType, useBeforeUnload, useBlocker } from 'react-router-dom'
import { isUnguarded } from '../../src/navigation/location-message.ts'
import { Button } from '../parts/actions/button.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'

/** Changes of the query and navigations of effects need no confirmation. */
export const needsConfirmation: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) =>
  nextLocation.pathname !== currentLocation.pathname &&
  // The user, not the effect, goes back to a page that an effect once opened.
  (historyAction === NavigationType.Pop || !isUnguarded(nextLocation.state))

/** While rendered, leaving the page needs confirmation; closing the tab shows the browser's own dialog. */
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
