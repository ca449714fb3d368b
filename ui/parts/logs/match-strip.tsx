import { useEffect, useRef } from 'react'
import type { LogBook } from '../../../src/logs/log-book.ts'
import type { LogRows } from '../../../src/logs/log-rows.ts'
import css from './log-view.module.css'
import { type MatchMarks, matchMarks } from './painter/match-marks.ts'

type MatchStripProps = { book: LogBook; rows: LogRows; current: number | null }

/** Where the found lines stand in the whole log, beside the scroll bar. */
export const MatchStrip = ({ book, rows, current }: MatchStripProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const marks = useRef<MatchMarks>(undefined)

  useEffect(() => {
    if (!canvas.current) return
    const started = matchMarks(canvas.current, book)
    marks.current = started
    return started.stop
  }, [book])
  useEffect(() => marks.current?.show(rows, current), [rows, current])

  return (
    <div className={css.strip} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}
