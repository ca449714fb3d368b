import css from './page-progress.module.css'

/** A line at the top while a page's code is fetched; quick ones are over before it shows. */
export const PageProgress = () => <div role="progressbar" aria-label="Opening the page" className={css.line} />
