import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { selectModals } from '../../src/modals/modals.ts'
import { selectToasts } from '../../src/toasts/toasts.ts'
import { fetched } from './fetched.ts'
import { useHasBeen } from './use-has-been.ts'
import { useRead } from './use-read.ts'
import { useSelected } from './use-selected.ts'
import { useShortcuts } from './use-shortcuts.ts'

const ToastHost = lazy(async () => ({ default: (await fetched(() => import('./toast-host.tsx'))).ToastHost }))
const Modals = lazy(async () => ({ default: (await fetched(() => import('../modals/modals.tsx'))).Modals }))

/** What every page stands in. Toasts and dialogs are fetched when the first of them is shown. */
export const Root = () => {
  useRead('readConfig', {})
  useShortcuts()
  const hasToasted = useHasBeen(useSelected(selectToasts).length > 0)
  const hasAsked = useHasBeen(useSelected(selectModals).length > 0)
  return (
    <>
      <Outlet />
      <Suspense>
        {hasToasted && <ToastHost />}
        {hasAsked && <Modals />}
      </Suspense>
    </>
  )
}
