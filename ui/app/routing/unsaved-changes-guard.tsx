import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { useRouter } from './router-context.ts'

/** As long as it is drawn, leaving the page asks first; closing the tab asks in the browser's own words. */
export const UnsavedChangesGuard = ({ what }: { what: string }) => {
  const router = useRouter()
  const { leaving } = useSyncExternalStore(router.subscribe, router.read)
  useEffect(() => router.block(), [router])
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [])
  return (
    leaving && (
      <Dialog
        title="Leave without saving?"
        text={what}
        onClose={leaving.stay}
        actions={
          <>
            <Button onClick={leaving.stay}>Stay</Button>
            <Button variant="danger" onClick={leaving.go}>
              Leave
            </Button>
          </>
        }
      />
    )
  )
}
