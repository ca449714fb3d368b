import type { LogRows } from '../../../../src/logs/log-rows.ts'
import type { ViewedLog } from '../../../../src/logs/merge/merged-log.ts'
import type { LogQuery } from '../../../../src/logs/store/log-store-message.ts'
import type { LineTimes } from '../line/line-time.ts'
import { matchRanges } from '../line/match-ranges.ts'
import type { LineMarks, LogRow } from './log-row.ts'

/** The content and style of rows; a new object rewrites all of them. */
export interface RenderSettings {
  rows: LogRows
  wrap: boolean
  times: LineTimes
  raw: boolean
  highlight: LogQuery | null
  current: number | null
  marks: LineMarks | undefined
}

export const isFoundIn = (buffer: Pick<ViewedLog, 'found'>, sequence: number): boolean => {
  const found = buffer.found()
  return found.sequenceAt(found.indexOf(sequence)) === sequence
}

/** Writes rows and passes the visible lines to the buffer. */
export const createRowRenderer = (buffer: ViewedLog, isChosen: (sequence: number) => boolean) => {
  const show = (row: LogRow, sequence: number, settings: RenderSettings, flashing: number | undefined): void => {
    const { highlight } = settings
    const isFound = highlight?.as === 'regex' && isFoundIn(buffer, sequence)
    // A pattern runs in a worker first, so that it cannot block this thread.
    const canMatch = highlight && (highlight.as === 'text' || isFound)
    const matchesIn = canMatch ? (text: string) => matchRanges(text, highlight) : undefined
    row.show(sequence, buffer.line(sequence), settings, isFound, matchesIn)
    row.mark('chosen', isChosen(sequence))
    row.mark('current', sequence === settings.current)
    row.mark('flash', sequence === flashing)
  }

  const setVisibleLines = (sequences: readonly number[]): void => {
    const [first = 0, last = 0] = [sequences[0], sequences.at(-1)]
    const isWhole = last - first === sequences.length - 1
    buffer.setVisibleLines({ first, last }, isWhole ? undefined : sequences)
  }

  return { show, setVisibleLines }
}
