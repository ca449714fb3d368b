import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ViewedLog } from '../../../src/logs/merge/merged-log.ts'
import type { LogController } from './log-controller.ts'
import css from './log-view.module.css'
import { type LineChoice, lineChoice } from './painter/line-choice.ts'
import { LogPainter } from './painter/log-painter.ts'
import type { RenderSettings } from './painter/row-renderer.ts'

interface LogElements {
  scroller: RefObject<HTMLElement | null>
  sheet: RefObject<HTMLElement | null>
  ruler: RefObject<HTMLElement | null>
}

interface PaintedLog {
  /** The number of lines since the user left the end; undefined while following it. */
  unreadCount: number | undefined
  controller: LogController
  /** Extends the selection by a line. */
  stepChoice(by: 1 | -1): void
}

type OnSelectionChange = (first: number, last: number) => void

/** Runs a painter while the view is mounted; a change of style keeps the scroll position. */
export const useLogPainter = (
  buffer: ViewedLog,
  { scroller, sheet, ruler }: LogElements,
  settings: RenderSettings,
  onSelectionChange: OnSelectionChange,
): PaintedLog => {
  const painter = useRef<LogPainter>(undefined)
  const choice = useRef<LineChoice>(undefined)
  const latest = useRef({ settings, onSelectionChange })
  const [unreadCount, setUnreadCount] = useState<number>()

  useEffect(() => {
    latest.current = { settings, onSelectionChange }
    painter.current?.show(settings)
  }, [settings, onSelectionChange])

  useEffect(() => {
    if (!scroller.current || !sheet.current || !ruler.current) return
    const chosen = lineChoice({
      sheet: sheet.current,
      handle: `.${css.gutter}`,
      rows: () => latest.current.settings.rows,
      order: buffer.rows,
      onChange: (first, last) => {
        painter.current?.redraw()
        latest.current.onSelectionChange(first, last)
      },
    })
    const started = new LogPainter(
      {
        scroller: scroller.current,
        sheet: sheet.current,
        buffer,
        rowHeight: ruler.current.offsetHeight,
        isChosen: chosen.has,
        onUnreadCountChange: setUnreadCount,
      },
      latest.current.settings,
    )
    painter.current = started
    choice.current = chosen
    return () => {
      started.stop()
      chosen.stop()
    }
  }, [buffer, scroller, sheet, ruler])

  const [controller] = useState<LogController>(() => ({
    toEnd: () => painter.current?.toEnd(),
    toStart: () => painter.current?.toStart(),
    toLine: (sequence, options) => painter.current?.toLine(sequence, options),
    firstInView: () => painter.current?.firstInView(),
    choose: (range) => {
      choice.current?.set(range)
      painter.current?.redraw()
    },
  }))
  const stepChoice = (by: 1 | -1) => choice.current?.step(by, controller.firstInView() ?? 1)
  return { unreadCount, controller, stepChoice }
}
