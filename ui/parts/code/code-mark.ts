/** A message at a place of a text; lines and columns count from 1. */
export interface CodeMark {
  line: number
  column: number
  severity: 'error' | 'warning'
  message: string
}

export interface CodeCompletions {
  /** Where the word begins that they complete. */
  from: number
  options: { label: string; description: string }[]
}
