import { HiddenText } from '../layout/hidden-text.tsx'
import css from './skeleton.module.css'
import { SkeletonText } from './skeleton-text.tsx'

type SkeletonRowsProps = { rows?: number; columns?: number }

export const SkeletonRows = ({ rows = 5, columns = 4 }: SkeletonRowsProps) => (
  <div className={css.rows} role="status">
    <HiddenText>Loading</HiddenText>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
      <div key={row} className={css.row} aria-hidden="true">
        {Array.from({ length: columns }, (_, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are alike and never move
          <SkeletonText key={column} width={column === 0 ? 'half' : 'long'} />
        ))}
      </div>
    ))}
  </div>
)
