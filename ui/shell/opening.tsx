import { selectToken } from '../../src/session/session.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { Logo } from '../parts/art/logo.tsx'
import { FrameSkeleton } from './frame/frame-skeleton.tsx'
import { ChunkLoadErrorPage } from './lazy/chunk-load-error-page.tsx'
import { usePageLoadError } from './lazy/page-loads.ts'

/** Shown until the first page's code is loaded. Signed out, it looks like the content of `index.html`. */
export const Opening = () => {
  const loadError = usePageLoadError()
  const isSignedIn = useSelected(selectToken) !== null
  if (loadError) return <ChunkLoadErrorPage {...loadError} />
  if (isSignedIn) return <FrameSkeleton />
  return (
    <div id="opening">
      <Logo />
    </div>
  )
}
