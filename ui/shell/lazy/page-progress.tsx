import css from './page-progress.module.css'

/** A line at the top while the code of a page or a dialog is fetched; quick ones are over before it shows. */
export const PageProgress = ({ what = 'page' }: { what?: 'page' | 'dialog' }) => (
  <div role="progressbar" aria-label={`Opening the ${what}`} className={css.line} />
)
