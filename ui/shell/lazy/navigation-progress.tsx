import { useNavigation } from 'react-router-dom'
import { ChunkLoadErrorBanner } from './chunk-load-error-banner.tsx'
import { usePageLoadError } from './page-loads.ts'
import { PageProgress } from './page-progress.tsx'

/** Shows that another page is being fetched, or that it could not be; the current page stays meanwhile. */
export const NavigationProgress = () => {
  const isLoading = useNavigation().state !== 'idle'
  const loadError = usePageLoadError()
  return (
    <>
      {isLoading && (!loadError || loadError.busy) && <PageProgress />}
      {loadError && !loadError.isAtAddress && (
        <ChunkLoadErrorBanner
          {...loadError}
          what="page"
          reload={() => window.location.assign(loadError.href)}
          onDismiss={loadError.dismiss}
        />
      )}
    </>
  )
}
