import { HiddenText } from '../parts/layout/hidden-text.tsx'
import { SkeletonText } from '../parts/waiting/skeleton-text.tsx'
import css from './project-card.module.css'

/** As high as a project card. */
export const ProjectCardSkeleton = () => (
  <div className={css.card} role="status">
    <HiddenText>Loading</HiddenText>
    <div className={css.head}>
      <div className={css.content}>
        <SkeletonText width="half" />
        <SkeletonText width="long" />
      </div>
    </div>
    <SkeletonText width="half" />
    <div className={css.foot} data-waiting="true">
      <SkeletonText width="long" />
    </div>
  </div>
)
