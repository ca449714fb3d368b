import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { SkeletonText } from '../../../parts/waiting/skeleton-text.tsx'
import css from './health-card.module.css'

/** As high as the results of so many replicas. */
export const HealthSkeleton = ({ replicas }: { replicas: number }) => (
  <div className={css.list} role="status">
    <HiddenText>Loading</HiddenText>
    {Array.from({ length: replicas }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the replicas are alike and never move
      <div key={at} className={css.replica} aria-hidden="true">
        <SkeletonText width="half" />
        <div className={css.strip} />
        <div className={css.foot}>
          <SkeletonText width="short" />
        </div>
      </div>
    ))}
  </div>
)
