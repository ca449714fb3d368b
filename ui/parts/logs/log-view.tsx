import { ArrowDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { LogBook } from '../../../src/logs/log-book.ts'
import { rangeRows } from '../../../src/logs/log-rows.ts'
import { Button } from '../actions/button.tsx'
import { classNames } from '../class-names.ts'
import { type LogPainter, paintLog } from './log-painter.ts'
import css from './log-view.module.css'

type LogViewProps = {
  book: LogBook
  /** What log it is: "Instance logs of web". */
  label: string
  showTimes?: boolean
  /** `fill` takes the height of what it stands in. */
  height?: 'panel' | 'fill'
  /** Shown while there is no line. */
  empty?: ReactNode
}

const linesText = (lines: number): string => `${lines.toLocaleString('en-GB')} new ${lines === 1 ? 'line' : 'lines'}`

/** React draws the frame; the lines are written beside it, because thousands may come in a second. */
export const LogView = ({ book, label, showTimes = true, height = 'panel', empty }: LogViewProps) => {
  const scroller = useRef<HTMLElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const painter = useRef<LogPainter>(undefined)
  const [behind, setBehind] = useState<number>()
  const isEmpty = useSyncExternalStore(book.subscribe, () => rangeRows(book).count === 0)

  useEffect(() => {
    if (!scroller.current || !sheet.current || !ruler.current) return
    const rowHeight = ruler.current.offsetHeight
    const started = paintLog({
      scroller: scroller.current,
      sheet: sheet.current,
      lines: {
        size: () => rangeRows(book).count,
        dropped: () => book.extent().oldest - 1,
        line: (index) => book.line(book.extent().oldest + index),
      },
      whenLinesChange: book.subscribe,
      rowHeight,
      onBehind: setBehind,
    })
    painter.current = started
    return () => started.stop()
  }, [book])

  const key = (event: KeyboardEvent) => {
    if (event.key === 'End') painter.current?.toEnd()
  }

  return (
    <div className={css.frame} data-height={height}>
      <section
        ref={scroller}
        className={classNames(css.scroller, !showTimes && css.timeless)}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
        tabIndex={0}
        onKeyDown={key}
      >
        <div ref={ruler} className={css.ruler} aria-hidden="true" />
        <div ref={sheet} className={css.sheet} />
      </section>
      {isEmpty && empty && <div className={css.empty}>{empty}</div>}
      {behind !== undefined && (
        <div className={css.jump}>
          <Button size="small" look="primary" icon={<ArrowDown />} onClick={() => painter.current?.toEnd()}>
            {behind === 0 ? 'Follow' : linesText(behind)}
          </Button>
        </div>
      )}
    </div>
  )
}
