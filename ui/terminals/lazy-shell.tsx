import { lazy } from '../parts/lazy/lazy.tsx'
import { FailedState } from '../parts/waiting/failed-state.tsx'
import { SkeletonText } from '../parts/waiting/skeleton-text.tsx'

/** The page of shells. It is loaded from here, because the code of the first page names every page that it loads itself. */
export const InstanceShell = lazy(() => import('./instance-shell.tsx'), 'InstanceShell', {
  waiting: <SkeletonText lines={6} />,
  loadError: ({ retry, busy }) => (
    <FailedState
      title="Shells could not be loaded"
      text="Check your connection, then try again."
      onRetry={retry}
      busy={busy}
    />
  ),
})
