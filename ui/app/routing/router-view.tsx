import { memo, useDeferredValue, useSyncExternalStore } from 'react'
import { Router as RouterContext, renderMatches } from 'react-router-dom'
import { CrashPage } from '../crash-page.tsx'
import { Opening } from '../opening.tsx'
import { PageProgress } from '../page-progress.tsx'
import type { Router } from './create-router.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Page } from './fetch-page.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** Shows the page that the router has, and that another one is on its way. Drawing a new page holds nothing up. */
export const RouterView = ({ router }: { router: Router }) => {
  const { shown, isFetching } = useSyncExternalStore(router.subscribe, router.read)
  const { location, how, page } = useDeferredValue(shown)
  useScrollRestoration(location, how)

  return (
    <RouterContext navigator={router} location={location} navigationType={how}>
      {isFetching && page.kind !== 'opening' && <PageProgress />}
      <ErrorBoundary at={location}>
        <PageView page={page} />
      </ErrorBoundary>
    </RouterContext>
  )
}

const PageView = memo(({ page }: { page: Page }) => {
  if (page.kind === 'opening') return <Opening />
  if (page.kind === 'broken') return <CrashPage error={page.error} />
  return renderMatches(page.matches)
})
