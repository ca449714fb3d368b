import { selectToken } from '../../src/session/session.ts'
import { Logo } from '../parts/art/logo.tsx'
import { FrameSkeleton } from './frame/frame-skeleton.tsx'
import { useSelected } from './use-selected.ts'

/** What stands on screen while the first page's code is on its way; signed out, what index.html has drawn goes on. */
export const Opening = () => {
  if (useSelected(selectToken) !== null) return <FrameSkeleton />
  return (
    <div id="opening">
      <Logo />
    </div>
  )
}
