/** What a page may do with a log's view. */
export interface LogController {
  /** Shows the newest line and follows. */
  toEnd(): void
  toStart(): void
  /** Brings a line into view and keeps it there until the reader moves on; it may still be on its way. */
  toLine(sequence: number, options?: { flash?: boolean }): void
  /** Marks a range as a reader does; null ends that. */
  choose(range: { first: number; last: number } | null): void
  /** The line at the top of the view. */
  firstInView(): number | undefined
}
