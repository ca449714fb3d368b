import css from './last-lines.module.css'

/** The last lines that a program wrote before it failed. */
export const LastLines = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <figure className={css.figure}>
      <figcaption className={css.caption}>Last lines</figcaption>
      <pre className={css.lines}>{lines.join('\n')}</pre>
    </figure>
  )
