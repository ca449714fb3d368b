import { type RefObject, useEffect, useRef, useState } from 'react'
import type { LogBook } from '../../../src/logs/log-book.ts'
import type { LogController } from './log-controller.ts'
import css from './log-view.module.css'
import { type LineChoice, lineChoice } from './painter/line-choice.ts'
import { LogPainter } from './painter/log-painter.ts'
import type { PaintedLook } from './painter/row-shower.ts'

interface LogElements {
  scroller: RefObject<HTMLElement | null>
  sheet: RefObject<HTMLElement | null>
  ruler: RefObject<HTMLElement | null>
}

interface PaintedLog {
  /** How many lines came since the reader left the end; nothing while the end is followed. */
  behind: number | undefined
  controller: LogController
  /** Extends what is chosen by a line. */
  stepChoice(by: 1 | -1): void
}

type OnChosen = (first: number, last: number) => void

/** Paints a book's lines as long as the view is there; what is read stays when only the look changes. */
export const useLogPainter = (
  book: LogBook,
  { scroller, sheet, ruler }: LogElements,
  look: PaintedLook,
  onChosen: OnChosen,
): PaintedLog => {
  const painter = useRef<LogPainter>(undefined)
  const choice = useRef<LineChoice>(undefined)
  const latest = useRef({ look, onChosen })
  const [behind, setBehind] = useState<number>()

  useEffect(() => {
    latest.current = { look, onChosen }
    painter.current?.show(look)
  }, [look, onChosen])

  useEffect(() => {
    if (!scroller.current || !sheet.current || !ruler.current) return
    const chosen = lineChoice({
      sheet: sheet.current,
      handle: `.${css.gutter}`,
      rows: () => latest.current.look.rows,
      onChange: (first, last) => {
        painter.current?.redraw()
        latest.current.onChosen(first, last)
      },
    })
    const started = new LogPainter(
      {
        scroller: scroller.current,
        sheet: sheet.current,
        book,
        rowHeight: ruler.current.offsetHeight,
        isChosen: chosen.has,
        onBehind: setBehind,
      },
      latest.current.look,
    )
    painter.current = started
    choice.current = chosen
    return () => {
      started.stop()
      chosen.stop()
    }
  }, [book, scroller, sheet, ruler])

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
  return { behind, controller, stepChoice }
}
