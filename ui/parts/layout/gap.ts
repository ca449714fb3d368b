import css from './layout.module.css'

/** A step of the 4 px grid; the value is the number of the `--space-…` token. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 16

export const gapClass = (gap: Gap): string | undefined => css[`gap${gap}`]
