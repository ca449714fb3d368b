import { ArrowDown } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { LogRows } from '../../../src/logs/log-rows.ts'
import type { ViewedLog } from '../../../src/logs/merge/merged-log.ts'
import type { LogQuery } from '../../../src/logs/store/log-store-message.ts'
import { Button } from '../actions/button.tsx'
import { classNames } from '../class-names.ts'
import type { LineTimes } from './line/line-time.ts'
import { LineAnnouncer } from './line-announcer.tsx'
import type { LogController } from './log-controller.ts'
import css from './log-view.module.css'
import { MatchStrip } from './match-strip.tsx'
import type { LineMarks } from './painter/log-row.ts'
import { useLogPainter } from './use-log-painter.ts'

export type LogViewProps = {
  buffer: ViewedLog
  /** The lines that are shown; all by default. */
  rows?: LogRows | undefined
  /** The marks that name the log of each line, where there are several. */
  marks?: LineMarks | undefined
  /** Which lines the buffer has now; lines that a change of it brings are not announced as new. */
  filter?: string
  /** The log's name: "Instance logs of web". */
  label: string
  settings?: { wrap: boolean; times: LineTimes; raw: boolean }
  /** New lines are announced to screen readers. */
  announce?: boolean
  /** The query whose matches are highlighted in lines and marked beside the scroll bar. */
  highlight?: LogQuery | null | undefined
  /** The sequence number of the current match. */
  current?: number | null | undefined
  /** `fill` takes the height of its container. */
  height?: 'panel' | 'fill'
  /** Shown while there is no line. */
  empty?: ReactNode
  /** Called when the user selects lines, with their sequence numbers. */
  onSelectionChange?: (first: number, last: number) => void
  controller?: Ref<LogController>
}

const defaultSettings = { wrap: false, times: 'local', raw: false } as const
const noop = () => {}

const linesText = (lines: number): string => `${lines.toLocaleString('en-GB')} new ${lines === 1 ? 'line' : 'lines'}`

/** React renders the frame; the painter writes the lines, since thousands may arrive a second. */
export const LogView = (props: LogViewProps) => {
  const {
    buffer,
    label,
    settings = defaultSettings,
    announce = true,
    height = 'panel',
    empty,
    onSelectionChange = noop,
  } = props
  const { highlight = null, current = null, marks } = props
  const { wrap, times, raw } = settings
  const scroller = useRef<HTMLElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const rows = props.rows ?? buffer.rows
  const isEmpty = useSyncExternalStore(buffer.subscribe, () => rows.count === 0)
  const painted = useMemo(
    () => ({ rows, wrap, times, raw, highlight, current, marks }),
    [rows, wrap, times, raw, highlight, current, marks],
  )
  const { unreadCount, controller, stepChoice } = useLogPainter(
    buffer,
    { scroller, sheet, ruler },
    painted,
    onSelectionChange,
  )
  useImperativeHandle(props.controller, () => controller, [controller])

  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== scroller.current) return
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.shiftKey && step !== 0) stepChoice(step)
    else if (event.key === 'End') controller.toEnd()
    else if (event.key === 'Home') controller.toStart()
    else return
    event.preventDefault()
  }

  return (
    <div className={css.frame} data-height={height}>
      <section
        ref={scroller}
        className={classNames(css.scroller, wrap && css.wrapped, times === 'off' && css.timeless)}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be focusable by keyboard
        tabIndex={0}
        onKeyDown={key}
      >
        <div ref={ruler} className={css.ruler} aria-hidden="true" />
        <div ref={sheet} className={css.sheet} />
      </section>
      {highlight && !props.rows && <MatchStrip buffer={buffer} rows={rows} current={current} />}
      {announce && <LineAnnouncer key={props.filter} buffer={buffer} label={label} />}
      {isEmpty && empty && <div className={css.empty}>{empty}</div>}
      {unreadCount !== undefined && (
        <div className={css.jump}>
          <Button size="small" variant="primary" icon={<ArrowDown />} onClick={controller.toEnd}>
            {unreadCount === 0 ? 'Follow' : linesText(unreadCount)}
          </Button>
        </div>
      )}
    </div>
  )
}
