import { lazy } from '../../../parts/lazy/lazy.tsx'
import { SkeletonCard } from '../../../parts/waiting/skeleton-card.tsx'
import { ChunkLoadError } from '../../../shell/lazy/chunk-load-error.tsx'

/** The editor is fetched when a configuration file is first shown. */
export const LazyCodeEditor = lazy(() => import('../../../parts/code/code-editor.tsx'), 'CodeEditor', {
  waiting: <SkeletonCard lines={12} />,
  loadError: (loadError) => <ChunkLoadError {...loadError} />,
})
