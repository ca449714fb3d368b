import type { AnsiStyle } from './ansi.ts'

/** A piece of a line that looks one way. */
export interface LineSpan {
  text: string
  style: AnsiStyle
  /** The word of a line's level, in its colour. */
  isLevel?: true
}
