import css from './layout.module.css'

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
