import css from './art.module.css'

/** An open logbook: for empty logs and histories. */
export const LogbookArt = () => (
  <svg className={css.art} viewBox="0 0 200 120" aria-hidden="true">
    <path className={css.solid} d="M100 34c-14-9-34-11-54-8v66c20-3 40-1 54 8 14-9 34-11 54-8V26c-20-3-40-1-54 8z" />
    <path d="M100 34v66" />
    <path
      className={css.faint}
      d="M58 42c11-1 21 0 30 3M58 54c11-1 21 0 30 3M58 66c11-1 21 0 30 3M112 57c9-3 19-4 30-3M112 69c9-3 19-4 30-3M112 81c9-3 13-4 18-4"
    />
    <path className={css.accent} d="M112 45c9-3 19-4 30-3" />
    <path className={css.faint} d="M40 32v66c22-3 46-1 60 8 14-9 38-11 60-8V32" />
    <path className={css.accent} d="m150 30 18-18c3-3 8 2 5 5l-18 18-7 2z" />
  </svg>
)
