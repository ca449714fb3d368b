/** What a page can do with a log's view. */
export interface LogController {
  /** Scrolls to the newest line and follows the end. */
  toEnd(): void
  toStart(): void
  /** Scrolls to a line, even one that is not loaded yet, and keeps it in view until the user scrolls. */
  toLine(sequence: number, options?: { flash?: boolean }): void
  /** Selects a range; null clears the selection. */
  choose(range: { first: number; last: number } | null): void
  /** The line at the top of the view. */
  firstInView(): number | undefined
}
