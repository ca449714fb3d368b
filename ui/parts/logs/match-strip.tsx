import { useEffect, useRef } from 'react'
import type { LogBuffer } from '../../../src/logs/log-buffer.ts'
import type { LogRows } from '../../../src/logs/log-rows.ts'
import css from './log-view.module.css'
import { type MatchMarks, matchMarks } from './painter/match-marks.ts'

type MatchStripProps = { buffer: LogBuffer; rows: LogRows; current: number | null }

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
