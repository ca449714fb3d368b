import css from './page-progress.module.css'

/** A line at the top while code is fetched; it appears with a delay, so quick loads show none. */
export const PageProgress = ({ what = 'page' }: { what?: 'page' | 'dialog' }) => (
  <div role="progressbar" aria-label={`Opening the ${what}`} className={css.line} />
)
