import { lazy } from '../../parts/lazy/lazy.tsx'
import { ChunkLoadErrorPage } from '../lazy/chunk-load-error-page.tsx'
import { FrameSkeleton } from './frame-skeleton.tsx'

/** Loads the console's frame, for pages that have none for signed-out users. */
export const LazyFrame = lazy(() => import('./frame.tsx'), 'Frame', {
  waiting: <FrameSkeleton />,
  loadError: (loadError) => <ChunkLoadErrorPage {...loadError} />,
})
