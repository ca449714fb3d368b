import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { selectModals } from '../../src/modals/modals.ts'
import { selectToasts } from '../../src/toasts/toasts.ts'
import { later } from '../parts/later/later.tsx'
import { LostModals } from './later/lost-modals.tsx'
import { PageProgress } from './page-progress.tsx'
import { useHasBeen } from './use-has-been.ts'
import { useRead } from './use-read.ts'
import { useSelected } from './use-selected.ts'
import { useShortcuts } from './use-shortcuts.ts'

const ToastHost = later(() => import('./toast-host.tsx'), 'ToastHost')
const Modals = later(() => import('../modals/modals.tsx'), 'Modals', {
  waiting: <PageProgress what="dialog" />,
  lost: (lost) => <LostModals {...lost} />,
})

/** The page that was asked for comes first, on a slow machine too. */
const FIRST_PAGE_MS = 5000

/** What tells of a dead network has to be there before it is needed. What is lost here is asked for again then. */
const fetchHosts = () => Promise.allSettled([ToastHost.fetch(), Modals.fetch()])

/** What every page stands in. Toasts and dialogs are drawn from the first of them on. */
export const Root = () => {
  useRead('readConfig', {})
  useShortcuts()
  useEffect(() => {
    const timer = setTimeout(fetchHosts, FIRST_PAGE_MS)
    return () => clearTimeout(timer)
  }, [])
  const hasToasted = useHasBeen(useSelected(selectToasts).length > 0)
  const hasAsked = useHasBeen(useSelected(selectModals).length > 0)
  return (
    <>
      <Outlet />
      {hasToasted && <ToastHost />}
      {hasAsked && <Modals />}
    </>
  )
}
