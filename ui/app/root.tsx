import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { selectModals } from '../../src/modals/modals.ts'
import { selectToasts } from '../../src/toasts/toasts.ts'
import { lazy } from '../parts/lazy/lazy.tsx'
import { ChunkLoadErrorModals } from './lazy/chunk-load-error-modals.tsx'
import { PageProgress } from './page-progress.tsx'
import { useHasBeen } from './use-has-been.ts'
import { useQuery } from './use-query.ts'
import { useSelected } from './use-selected.ts'
import { useShortcuts } from './use-shortcuts.ts'

const ToastHost = lazy(() => import('./toast-host.tsx'), 'ToastHost')
const Modals = lazy(() => import('../modals/modals.tsx'), 'Modals', {
  waiting: <PageProgress what="dialog" />,
  loadError: (loadError) => <ChunkLoadErrorModals {...loadError} />,
})

/** The page that was asked for comes first, on a slow machine too. */
const FIRST_PAGE_MS = 5000

/** What tells of a dead network has to be there before it is needed. What is lost here is asked for again then. */
const fetchHosts = () => Promise.allSettled([ToastHost.fetch(), Modals.fetch()])

/** What every page stands in. Toasts and dialogs are drawn from the first of them on. */
export const Root = () => {
  useQuery('readConfig', {})
  useShortcuts()
  useEffect(() => {
    const timer = setTimeout(fetchHosts, FIRST_PAGE_MS)
    return () => clearTimeout(timer)
  }, [])
  const hasToasted = useHasBeen(useSelected(selectToasts).length > 0)
  const hasOpenedModal = useHasBeen(useSelected(selectModals).length > 0)
  return (
    <>
      <Outlet />
      {hasToasted && <ToastHost />}
      {hasOpenedModal && <Modals />}
    </>
  )
}
