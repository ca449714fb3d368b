import { memo, useDeferredValue, useSyncExternalStore } from 'react'
import { Router as RouteContext, renderMatches } from 'react-router-dom'
import { ChunkLoadErrorBanner } from '../lazy/chunk-load-error-banner.tsx'
import { ChunkLoadErrorPage } from '../lazy/chunk-load-error-page.tsx'
import { Opening } from '../opening.tsx'
import { PageProgress } from '../page-progress.tsx'
import type { Router } from './create-router.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { Page } from './fetch-page.ts'
import { RouterContext } from './router-context.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** Shows the page that the router has, and that another one is on its way. Drawing a new page holds nothing up. */
export const RouterView = ({ router }: { router: Router }) => {
  const { current, isFetching, loadError } = useSyncExternalStore(router.subscribe, router.read)
  const { location, how, page } = useDeferredValue(current)
  useScrollRestoration(location, how)

  return (
    <RouteContext navigator={router} location={location} navigationType={how}>
      {isFetching && page.kind !== 'opening' && <PageProgress />}
      <ErrorBoundary at={location}>
        <RouterContext value={router}>
          {page.kind === 'loadError' ? (
            <ChunkLoadErrorPage retry={() => loadError?.retry()} busy={isFetching} />
          ) : (
            <PageView page={page} />
          )}
        </RouterContext>
      </ErrorBoundary>
      {loadError && page.kind !== 'loadError' && (
        <ChunkLoadErrorBanner
          what="page"
          retry={loadError.retry}
          busy={isFetching}
          reload={() => window.location.assign(loadError.href)}
          onDismiss={loadError.dismiss}
        />
      )}
    </RouteContext>
  )
}

const PageView = memo(({ page }: { page: Exclude<Page, { kind: 'loadError' }> }) =>
  page.kind === 'opening' ? <Opening /> : renderMatches(page.matches),
)
