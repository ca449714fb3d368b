import { later } from '../../parts/later/later.tsx'
import { FrameSkeleton } from '../frame/frame-skeleton.tsx'
import { LostPage } from './lost-page.tsx'

/** The console's frame, for pages that stand without it for those who are signed out. */
export const LaterFrame = later(() => import('../frame/frame.tsx'), 'Frame', {
  waiting: <FrameSkeleton />,
  lost: (lost) => <LostPage {...lost} />,
})
