import { lazy } from '../../parts/lazy/lazy.tsx'
import { ChunkLoadErrorPage } from '../lazy/chunk-load-error-page.tsx'
import { FrameSkeleton } from './frame-skeleton.tsx'

/** The console's frame, for pages that stand without it for those who are signed out. */
export const LazyFrame = lazy(() => import('./frame.tsx'), 'Frame', {
  waiting: <FrameSkeleton />,
  loadError: (loadError) => <ChunkLoadErrorPage {...loadError} />,
})
