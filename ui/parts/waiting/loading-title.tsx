import { HiddenText } from '../layout/hidden-text.tsx'
import { SkeletonText } from './skeleton-text.tsx'

/** The page has a heading from the start, also for those who hear it. */
export const LoadingTitle = () => (
  <>
    <HiddenText>Loading</HiddenText>
    <SkeletonText width="word" />
  </>
)
