import { useEffect, useRef } from 'react'
import type { LogRows } from '../../../src/logs/log-rows.ts'
import type { ViewedLog } from '../../../src/logs/merge/merged-log.ts'
import css from './log-view.module.css'
import { type MatchMarks, matchMarks } from './painter/match-marks.ts'

type MatchStripProps = { buffer: ViewedLog; rows: LogRows; current: number | null }

/** Marks the matching lines beside the scroll bar. */
export const MatchStrip = ({ buffer, rows, current }: MatchStripProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const marks = useRef<MatchMarks>(undefined)

  useEffect(() => {
    if (!canvas.current) return
    const started = matchMarks(canvas.current, buffer)
    marks.current = started
    return started.stop
  }, [buffer])
  useEffect(() => marks.current?.show(rows, current), [rows, current])

  return (
    <div className={css.strip} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}
