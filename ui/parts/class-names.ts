import css from './layout/layout.module.css'

export const classNames = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

/** A step of the 4 px grid, named as its `--space-…` token. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 16

export const gapClass = (gap: Gap): string | undefined => css[`gap${gap}`]

export type Align = 'start' | 'center' | 'end' | 'stretch' | 'baseline'
export type Justify = 'start' | 'center' | 'end' | 'between'

const aligns: Record<Align, string | undefined> = {
  start: css.alignStart,
  center: css.alignCenter,
  end: css.alignEnd,
  stretch: css.alignStretch,
  baseline: css.alignBaseline,
}

const justifies: Record<Justify, string | undefined> = {
  start: undefined,
  center: css.justifyCenter,
  end: css.justifyEnd,
  between: css.justifyBetween,
}

export const alignClass = (align?: Align, justify?: Justify): string =>
  [align && aligns[align], justify && justifies[justify]].filter(Boolean).join(' ')
