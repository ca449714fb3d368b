import { HiddenText } from '../layout/hidden-text.tsx'
import css from './skeleton.module.css'
import { SkeletonText } from './skeleton-text.tsx'

export const SkeletonCard = ({ lines = 2 }: { lines?: number }) => (
  <div className={css.card} role="status">
    <HiddenText>Loading</HiddenText>
    <SkeletonText width="half" />
    <SkeletonText lines={lines} />
  </div>
)
