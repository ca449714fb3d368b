import { HiddenText } from '../layout/hidden-text.tsx'
import { SkeletonText } from './skeleton-text.tsx'

/** A heading while the title loads, also for screen readers. */
export const LoadingTitle = () => (
  <>
    <HiddenText>Loading</HiddenText>
    <SkeletonText width="word" />
  </>
)
