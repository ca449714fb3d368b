import { classNames } from '../class-names.ts'
import css from './skeleton.module.css'

type SkeletonTextProps = { lines?: number; width?: 'full' | 'long' | 'half' | 'short' | 'word' }

/** As high as the lines it replaces, at the surrounding text size. */
export const SkeletonText = ({ lines = 1, width = 'long' }: SkeletonTextProps) => (
  <span aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        key={line}
        className={classNames(css.bone, css.line)}
        data-width={lines > 1 && line === lines - 1 ? 'half' : lines > 1 ? 'full' : width}
      />
    ))}
  </span>
)
