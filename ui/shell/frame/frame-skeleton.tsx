import type { ReactNode } from 'react'
import { useProductName } from '../../hooks/use-configuration.ts'
import { Shell } from '../../parts/frame/shell.tsx'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { PageBody } from '../../parts/layout/page-body.tsx'
import { SkeletonCard } from '../../parts/waiting/skeleton-card.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import css from './frame-skeleton.module.css'
import { HomeLogo } from './home-logo.tsx'

/** The placeholder of the frame, in the first load, so that nothing moves when the frame is loaded. */
export const FrameSkeleton = ({ children }: { children?: ReactNode }) => (
  <Shell
    top={
      <div className={css.bar}>
        <HomeLogo product={useProductName()} />
        <span className={css.switcher} />
        <span className={css.end} />
        <span className={css.user} />
      </div>
    }
  >
    {children ?? (
      <PageBody>
        <HiddenText>Loading</HiddenText>
        <div className={css.title}>
          <SkeletonText width="short" />
        </div>
        <SkeletonCard lines={3} />
        <SkeletonCard lines={3} />
      </PageBody>
    )}
  </Shell>
)
