import type { ViewedLog } from '../../../../src/logs/merge/merged-log.ts'
import { createDrawPace } from './draw-pace.ts'
import { layoutRows } from './layout-rows.ts'
import type { LogRow } from './log-row.ts'
import { createRowRenderer, type RenderSettings } from './row-renderer.ts'
import { RowStrip } from './row-strip.ts'
import { rowAt, type SheetSpace, sheetSpace } from './sheet-space.ts'
import { createUnreadCount } from './unread-count.ts'
import { UserScroll } from './user-scroll.ts'

export interface LogPainterOptions {
  /** The scrolling element, and the sheet inside it that is as high as all lines. */
  scroller: HTMLElement
  sheet: HTMLElement
  buffer: ViewedLog
  rowHeight: number
  isChosen: (sequence: number) => boolean
  /** Called with the number of lines since the user left the end; undefined while following it. */
  onUnreadCountChange: (lines: number | undefined) => void
}

/** Rows rendered beyond each edge, so that a short scroll shows lines before the next frame. */
const SPARE = 12
/** A view that follows the end writes all of its rows again for new lines, and leaves the end before it scrolls far. */
const SPARE_AT_END = 3
/** A longer step, in views, is a jump to a fraction of the log, not a scroll by pixels. */
const JUMP_VIEWS = 3
const NO_LINE = { sequence: 0, offset: 0, flash: false }

/** Writes the visible lines into a fixed set of rows, at most once a frame, whatever the log's length. */
export class LogPainter {
  readonly #options: LogPainterOptions
  readonly #scroll: UserScroll
  readonly #strip: RowStrip
  readonly #rowRenderer: ReturnType<typeof createRowRenderer>
  readonly #reportUnread: ReturnType<typeof createUnreadCount>
  readonly #sizes = new ResizeObserver(() => this.#measureAgain())
  readonly #pace = createDrawPace(() => this.redraw())
  readonly #unsubscribe: () => void
  #settings: RenderSettings
  #isFollowing = true
  /** The line that keeps its place, and its position on the sheet. */
  #anchor = { sequence: 0, y: 0 }
  /** A line that is kept at a fraction of the view until the user scrolls. */
  #pinnedLine = NO_LINE
  #newestSeen = 0
  #frame = 0

  constructor(options: LogPainterOptions, settings: RenderSettings) {
    const { subscribe: whenChanged } = options.buffer
    this.#options = options
    this.#settings = settings
    this.#scroll = new UserScroll(options.scroller, options.sheet, this.redraw)
    this.#strip = new RowStrip(options.sheet)
    this.#rowRenderer = createRowRenderer(options.buffer, options.isChosen)
    this.#reportUnread = createUnreadCount(options.onUnreadCountChange)
    this.#unsubscribe = whenChanged(this.#changed)
    this.#sizes.observe(options.scroller)
    options.scroller.addEventListener('scroll', this.redraw, { passive: true })
    document.addEventListener('selectionchange', this.#selected)
    this.redraw()
  }

  /** Shows other lines or another style; the line at the top stays in view. */
  show(settings: RenderSettings): void {
    if (settings.wrap !== this.#settings.wrap) this.#measureAgain()
    this.#settings = settings
    this.redraw()
  }

  readonly redraw = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((nowMs) => this.#pace.run(() => this.#draw(nowMs)))
  }

  /** While the view follows the end, all of its lines may be others each time. */
  readonly #changed = (): void => {
    if (this.#isFollowing) this.#pace.request()
    else this.redraw()
  }

  toEnd(): void {
    this.#isFollowing = true
    this.#pinnedLine = NO_LINE
    this.redraw()
  }

  toStart(): void {
    this.toLine(this.#settings.rows.sequenceAt(0) ?? 0, { offset: 0 })
  }

  /** Scrolls to a line, as soon as it exists. */
  toLine(sequence: number, { offset = 1 / 3, flash = false } = {}): void {
    this.#pinnedLine = { sequence, offset, flash }
    this.redraw()
  }

  /** The first visible line. */
  firstInView(): number | undefined {
    return this.#settings.rows.count === 0 ? undefined : this.#anchor.sequence
  }

  stop(): void {
    this.#unsubscribe()
    this.#pace.stop()
    this.#sizes.disconnect()
    this.#scroll.stop()
    cancelAnimationFrame(this.#frame)
    this.#options.scroller.removeEventListener('scroll', this.redraw)
    document.removeEventListener('selectionchange', this.#selected)
    this.#strip.clear()
  }

  #draw(nowMs: number): void {
    this.#frame = 0
    const { scroller, rowHeight } = this.#options
    const { rows, wrap } = this.#settings
    const space = sheetSpace(rows.count, rowHeight, scroller.clientHeight, !wrap)
    if (space.count > 0 && space.viewHeight > 0) this.#drawSome(space)
    else this.#drawNothing(space)
    // Opening at an older line leaves no new lines to count.
    if (this.#isFollowing || this.#newestSeen === 0) this.#newestSeen = rows.sequenceAt(space.count - 1) ?? 0
    const unreadCount = this.#isFollowing ? undefined : space.count - this.#indexAfter(this.#newestSeen)
    this.#reportUnread(nowMs, unreadCount, this.redraw)
  }

  #indexAfter(sequence: number): number {
    const { rows } = this.#settings
    const index = rows.indexOf(sequence)
    return rows.sequenceAt(index) === sequence ? index + 1 : index
  }

  #drawSome(space: SheetSpace): void {
    const scrolledBy = this.#scroll.syncScroll(space.viewHeight)
    if (scrolledBy !== 0) this.#pinnedLine = NO_LINE
    if (scrolledBy < 0) this.#isFollowing = false
    if (Math.abs(scrolledBy) > JUMP_VIEWS * space.viewHeight) this.#jump(space)
    const isLast = this.#drawRows(space, this.#anchorIndex(space))
    if (scrolledBy > 0 && isLast && this.#scroll.isAtEnd) this.toEnd()
  }

  #drawNothing({ viewHeight }: SheetSpace): void {
    this.#scroll.syncScroll(viewHeight)
    this.#strip.clear()
    this.#scroll.setPosition(0, 0)
    this.#anchor.y = 0
    if (this.#options.buffer.extent().head === 0) this.#isFollowing = true
  }

  #jump(space: SheetSpace): void {
    const { top } = this.#scroll
    const row = rowAt(space, top)
    const index = Math.min(space.count - 1, Math.floor(row))
    const y = Math.round(top - (row - index) * space.rowHeight)
    this.#anchor = { sequence: this.#settings.rows.sequenceAt(index) ?? 0, y }
  }

  /** Moves the anchor to the user's position and returns its index. */
  #anchorIndex({ count, height, rowHeight, viewHeight }: SheetSpace): number {
    const { rows } = this.#settings
    const newest = rows.sequenceAt(count - 1) ?? 0
    const { sequence, offset } = this.#pinnedLine
    if (sequence > 0 && rows.indexOf(sequence) < count) {
      this.#isFollowing = false
      this.#anchor = { sequence, y: this.#scroll.top + Math.round(offset * viewHeight) }
    } else if (this.#isFollowing) this.#anchor = { sequence: newest, y: height - rowHeight }
    return Math.min(count - 1, rows.indexOf(this.#anchor.sequence))
  }

  /** Renders the rows around the anchor. Returns whether the last line is among them. */
  #drawRows(space: SheetSpace, index: number): boolean {
    const { y } = this.#anchor
    const top = this.#isFollowing ? space.height - space.viewHeight : this.#scroll.top
    const spare = this.#isFollowing ? SPARE_AT_END : SPARE
    const above = Math.ceil(Math.max(0, y - top) / space.rowHeight) + spare
    const below = Math.ceil(Math.max(0, top + space.viewHeight - y) / space.rowHeight) + spare
    const from = Math.max(0, index - above)
    const rendered = this.#rowsFor(from, Math.min(space.count, index + below))
    const heights = rendered.map(({ height }) => height)
    const placed = layoutRows(space, { from, heights }, { index, y }, top, this.#scroll.consumeShift())
    for (const [at, row] of rendered.entries()) row.moveTo(placed.ys[at] ?? 0)
    // A position past the end scrolls to the end.
    this.#scroll.setPosition(placed.sheetHeight, this.#isFollowing ? placed.sheetHeight : top + placed.shift)
    this.#anchorInView(rendered, placed.ys)
    return placed.isLast
  }

  /** Returns the rows for a range of indexes, written and measured. */
  #rowsFor(from: number, to: number): readonly LogRow[] {
    const { rows, wrap } = this.#settings
    const sequences = Array.from({ length: to - from }, (_, at) => rows.sequenceAt(from + at) ?? 0)
    this.#rowRenderer.setVisibleLines(sequences)
    const rendered = this.#strip.rowsFor(sequences)
    const flashing = this.#pinnedLine.flash ? this.#pinnedLine.sequence : undefined
    for (const [at, row] of rendered.entries())
      this.#rowRenderer.show(row, sequences[at] ?? 0, this.#settings, flashing)
    for (const row of rendered) row.height ||= wrap ? row.element.offsetHeight : this.#options.rowHeight
    return rendered
  }

  /** Anchors the first visible line that is loaded, since others may still change in height. */
  #anchorInView(rendered: readonly LogRow[], ys: readonly number[]): void {
    const { top, viewHeight } = this.#scroll
    const isInView = (row: LogRow, at: number) => (ys[at] ?? 0) + row.height > top && (ys[at] ?? 0) < top + viewHeight
    const loaded = rendered.findIndex((row, at) => isInView(row, at) && !row.isWaiting)
    const at = loaded >= 0 ? loaded : rendered.findIndex(isInView)
    const row = rendered[at]
    if (row) this.#anchor = { sequence: row.sequence, y: ys[at] ?? 0 }
  }

  #measureAgain(): void {
    for (const row of this.#strip.rows) row.height = 0
    this.#scroll.allowShift()
  }

  /** Rewriting a row loses its text selection, so selecting text stops following. */
  readonly #selected = (): void => {
    const selection = document.getSelection()
    if (!selection || selection.isCollapsed || !this.#options.sheet.contains(selection.anchorNode)) return
    this.#isFollowing = false
    this.redraw()
  }
}
