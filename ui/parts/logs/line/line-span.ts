import type { AnsiStyle } from './ansi.ts'

/** A part of a line with one style. */
export interface LineSpan {
  text: string
  style: AnsiStyle
  /** The level's word, shown in its colour. */
  isLevel?: true
}
