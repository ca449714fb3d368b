import { lazy } from '../../parts/lazy/lazy.tsx'
import { FrameSkeleton } from '../frame/frame-skeleton.tsx'
import { ChunkLoadErrorPage } from './chunk-load-error-page.tsx'

/** The console's frame, for pages that stand without it for those who are signed out. */
export const LazyFrame = lazy(() => import('../frame/frame.tsx'), 'Frame', {
  waiting: <FrameSkeleton />,
  loadError: (loadError) => <ChunkLoadErrorPage {...loadError} />,
})
