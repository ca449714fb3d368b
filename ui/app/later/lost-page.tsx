import type { Lost } from '../../parts/later/later.tsx'
import css from '../crash-page.module.css'
import { useTitle } from '../use-title.ts'
import { LostPiece } from './lost-piece.tsx'

/** A page whose code could not be fetched, where there is no page before it that could stay. */
export const LostPage = (lost: Lost) => {
  useTitle('The page could not be loaded')
  return (
    <main className={css.page}>
      <LostPiece {...lost} headingLevel={1} />
    </main>
  )
}
