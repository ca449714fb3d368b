import { lazy } from '../../parts/lazy/lazy.tsx'

export const FrameBadges = lazy(() => import('./all-badges.tsx'), 'AllBadges')
