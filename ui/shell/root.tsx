import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { selectModals } from '../../src/modals/modals.ts'
import { selectToasts } from '../../src/toasts/toasts.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { lazy } from '../parts/lazy/lazy.tsx'
import { ChunkLoadErrorModals } from './lazy/chunk-load-error-modals.tsx'
import { ChunkLoadErrorPage } from './lazy/chunk-load-error-page.tsx'
import { NavigationProgress } from './lazy/navigation-progress.tsx'
import { usePageLoadError } from './lazy/page-loads.ts'
import { PageProgress } from './lazy/page-progress.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** Returns true once the condition has been true. */
const useHasBeen = (isNow: boolean): boolean => {
  const hasBeen = useRef(false)
  hasBeen.current ||= isNow
  return hasBeen.current
}

const ToastHost = lazy(() => import('./toast-host.tsx'), 'ToastHost')
const Modals = lazy(() => import('../modals/modals.tsx'), 'Modals', {
  waiting: <PageProgress what="dialog" />,
  loadError: (loadError) => <ChunkLoadErrorModals {...loadError} />,
})

/** Delays less urgent code, so that the first page gets a slow machine and network to itself. */
const FIRST_PAGE_MS = 5000

/** Prefetches the code that reports a lost network. Failed code is fetched again when it is needed. */
const fetchHosts = () => Promise.allSettled([ToastHost.fetch(), Modals.fetch()])

/** Wraps all pages. The hosts of toasts and dialogs are rendered from the first toast or dialog on. */
export const Root = () => {
  useQuery('readConfig', {})
  useShortcuts()
  useEffect(() => {
    const timer = setTimeout(fetchHosts, FIRST_PAGE_MS)
    return () => clearTimeout(timer)
  }, [])
  const hasToasted = useHasBeen(useSelected(selectToasts).length > 0)
  const hasOpenedModal = useHasBeen(useSelected(selectModals).length > 0)
  const loadError = usePageLoadError()
  return (
    <>
      <ScrollRestoration />
      <NavigationProgress />
      {loadError?.isAtAddress ? <ChunkLoadErrorPage {...loadError} /> : <Outlet />}
      {hasToasted && <ToastHost />}
      {hasOpenedModal && <Modals />}
    </>
  )
}
