import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { selectModals } from '../../src/modals/modals.ts'
import { selectToasts } from '../../src/toasts/toasts.ts'
import { later } from '../parts/later/later.tsx'
import { whenIdle } from '../parts/later/when-idle.ts'
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

/** What tells of a dead network has to be there before the network is. What is lost here is asked for when it is needed. */
const fetchHosts = () => Promise.allSettled([ToastHost.fetch(), Modals.fetch()])

/** What every page stands in. Toasts and dialogs are drawn from the first of them on. */
export const Root = () => {
  useRead('readConfig', {})
  useShortcuts()
  useEffect(() => whenIdle(fetchHosts), [])
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
