import type { LogBook } from '../../../../src/logs/log-book.ts'
import { behindTeller } from './behind-teller.ts'
import type { LogRow } from './log-row.ts'
import { placeRows } from './place-rows.ts'
import { ReaderScroll } from './reader-scroll.ts'
import { type PaintedLook, rowShower } from './row-shower.ts'
import { RowStrip } from './row-strip.ts'
import { rowAt, type SheetSpace, sheetSpace } from './sheet-space.ts'

export interface LogPainterOptions {
  /** The element that scrolls, and the sheet inside of it that is as high as all lines together. */
  scroller: HTMLElement
  sheet: HTMLElement
  book: LogBook
  rowHeight: number
  isChosen: (sequence: number) => boolean
  /** Said when it changes: how many lines came since the reader left the end; nothing while the end is followed. */
  onBehind: (lines: number | undefined) => void
}

/** Rows drawn beyond each edge: a short scroll shows lines before the next frame is drawn. */
const SPARE = 12
/** A step longer than this many views is a jump to a share of the log, not a move by so many pixels. */
const JUMP_VIEWS = 3
const NO_LINE = { sequence: 0, share: 0, flash: false }

/** Draws what can be seen, at most once a frame, into a fixed set of rows: the cost does not grow with the lines. */
export class LogPainter {
  readonly #options: LogPainterOptions
  readonly #scroll: ReaderScroll
  readonly #strip: RowStrip
  readonly #shower: ReturnType<typeof rowShower>
  readonly #tellBehind: ReturnType<typeof behindTeller>
  readonly #sizes = new ResizeObserver(() => this.#measureAgain())
  readonly #stopBook: () => void
  #look: PaintedLook
  #isFollowing = true
  /** The line that stays where it is, and where on the sheet that is. */
  #anchor = { sequence: 0, y: 0 }
  /** A line that is held in view, so many shares of it from the top, until the reader moves on. */
  #heldLine = NO_LINE
  #newestSeen = 0
  #frame = 0

  constructor(options: LogPainterOptions, look: PaintedLook) {
    const { subscribe: whenChanged } = options.book
    this.#options = options
    this.#look = look
    this.#scroll = new ReaderScroll(options.scroller, options.sheet, this.redraw)
    this.#strip = new RowStrip(options.sheet)
    this.#shower = rowShower(options.book, options.isChosen)
    this.#tellBehind = behindTeller(options.onBehind)
    this.#stopBook = whenChanged(this.redraw)
    this.#sizes.observe(options.scroller)
    options.scroller.addEventListener('scroll', this.redraw, { passive: true })
    document.addEventListener('selectionchange', this.#selected)
    this.redraw()
  }

  /** Shows other lines, or the same ones in another way; what is read stays in view. */
  show(look: PaintedLook): void {
    if (look.wrap !== this.#look.wrap) this.#measureAgain()
    this.#look = look
    this.redraw()
  }

  readonly redraw = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((nowMs) => this.#draw(nowMs))
  }

  toEnd(): void {
    this.#isFollowing = true
    this.#heldLine = NO_LINE
    this.redraw()
  }

  toStart(): void {
    this.toLine(this.#look.rows.sequenceAt(0) ?? 0, { share: 0 })
  }

  /** Brings a line into view, as soon as there is one of that number. */
  toLine(sequence: number, { share = 1 / 3, flash = false } = {}): void {
    this.#heldLine = { sequence, share, flash }
    this.redraw()
  }

  /** The first line that can be seen. */
  firstInView(): number | undefined {
    return this.#look.rows.count === 0 ? undefined : this.#anchor.sequence
  }

  stop(): void {
    this.#stopBook()
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
    const { rows, wrap } = this.#look
    const space = sheetSpace(rows.count, rowHeight, scroller.clientHeight, !wrap)
    if (space.count > 0 && space.viewHeight > 0) this.#drawSome(space)
    else this.#drawNothing(space)
    // A view that opens far back has no new lines to tell of either.
    if (this.#isFollowing || this.#newestSeen === 0) this.#newestSeen = rows.sequenceAt(space.count - 1) ?? 0
    const behind = this.#isFollowing ? undefined : space.count - rows.indexOf(this.#newestSeen + 1)
    this.#tellBehind(nowMs, behind, this.redraw)
  }

  #drawSome(space: SheetSpace): void {
    const movedBy = this.#scroll.hear(space.viewHeight)
    if (movedBy !== 0) this.#heldLine = NO_LINE
    if (movedBy < 0) this.#isFollowing = false
    if (Math.abs(movedBy) > JUMP_VIEWS * space.viewHeight) this.#jump(space)
    const isLast = this.#drawRows(space, this.#anchorIndex(space))
    if (movedBy > 0 && isLast && this.#scroll.isAtEnd) this.toEnd()
  }

  #drawNothing({ viewHeight }: SheetSpace): void {
    this.#scroll.hear(viewHeight)
    this.#strip.clear()
    this.#scroll.leave(0, 0)
    this.#anchor.y = 0
    if (this.#options.book.extent().head === 0) this.#isFollowing = true
  }

  #jump(space: SheetSpace): void {
    const { top } = this.#scroll
    const row = rowAt(space, top)
    const index = Math.min(space.count - 1, Math.floor(row))
    const y = Math.round(top - (row - index) * space.rowHeight)
    this.#anchor = { sequence: this.#look.rows.sequenceAt(index) ?? 0, y }
  }

  /** The index of the anchor, which is another line when the reader is to be somewhere else. */
  #anchorIndex({ count, height, rowHeight, viewHeight }: SheetSpace): number {
    const { rows } = this.#look
    const newest = rows.sequenceAt(count - 1) ?? 0
    const { sequence, share } = this.#heldLine
    if (sequence > 0 && sequence <= newest) {
      this.#isFollowing = false
      this.#anchor = { sequence, y: this.#scroll.top + Math.round(share * viewHeight) }
    } else if (this.#isFollowing) this.#anchor = { sequence: newest, y: height - rowHeight }
    return Math.min(count - 1, rows.indexOf(this.#anchor.sequence))
  }

  /** Draws the rows around the anchor; says whether the last of all is among them. */
  #drawRows(space: SheetSpace, index: number): boolean {
    const { y } = this.#anchor
    const top = this.#isFollowing ? space.height - space.viewHeight : this.#scroll.top
    const above = Math.ceil(Math.max(0, y - top) / space.rowHeight) + SPARE
    const below = Math.ceil(Math.max(0, top + space.viewHeight - y) / space.rowHeight) + SPARE
    const from = Math.max(0, index - above)
    const held = this.#hold(from, Math.min(space.count, index + below))
    const heights = held.map(({ height }) => height)
    const placed = placeRows(space, { from, heights }, { index, y }, top, this.#scroll.takeShift())
    for (const [at, row] of held.entries()) row.moveTo(placed.ys[at] ?? 0)
    // Beyond the end is the end, with the room that is left below it.
    this.#scroll.leave(placed.sheetHeight, this.#isFollowing ? placed.sheetHeight : top + placed.shift)
    this.#anchorInView(held, placed.ys)
    return placed.isLast
  }

  /** Rows for the lines from one index up to another, written and measured. */
  #hold(from: number, to: number): readonly LogRow[] {
    const { rows, wrap } = this.#look
    const sequences = Array.from({ length: to - from }, (_, at) => rows.sequenceAt(from + at) ?? 0)
    this.#shower.want(sequences)
    const held = this.#strip.hold(sequences)
    const flashing = this.#heldLine.flash ? this.#heldLine.sequence : undefined
    for (const [at, row] of held.entries()) this.#shower.show(row, sequences[at] ?? 0, this.#look, flashing)
    for (const row of held) row.height ||= wrap ? row.element.offsetHeight : this.#options.rowHeight
    return held
  }

  /** The first line in view stays where it is; one that is there already, because others may yet change in height. */
  #anchorInView(held: readonly LogRow[], ys: readonly number[]): void {
    const { top, viewHeight } = this.#scroll
    const isInView = (row: LogRow, at: number) => (ys[at] ?? 0) + row.height > top && (ys[at] ?? 0) < top + viewHeight
    const loaded = held.findIndex((row, at) => isInView(row, at) && !row.isWaiting)
    const at = loaded >= 0 ? loaded : held.findIndex(isInView)
    const row = held[at]
    if (row) this.#anchor = { sequence: row.sequence, y: ys[at] ?? 0 }
  }

  #measureAgain(): void {
    for (const row of this.#strip.rows) row.height = 0
    this.#scroll.allowShift()
  }

  /** A row that is rewritten loses its selection, so choosing text stops the following. */
  readonly #selected = (): void => {
    const selection = document.getSelection()
    if (!selection || selection.isCollapsed || !this.#options.sheet.contains(selection.anchorNode)) return
    this.#isFollowing = false
    this.redraw()
  }
}
