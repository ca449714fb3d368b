import { selectToken } from '../../src/session/session.ts'
import { FrameSkeleton } from './frame/frame-skeleton.tsx'
import { useSelected } from './use-selected.ts'

/** What stands on screen while the first page's code is on its way. */
export const Opening = () => (useSelected(selectToken) === null ? null : <FrameSkeleton />)
