import type { LogBook } from '../../../../src/logs/log-book.ts'
import { behindTeller } from './behind-teller.ts'
import { placeRows } from './place-rows.ts'
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
const IDLE_MS = 160
const RELEASED = { sequence: 0, share: 0, flash: false }

/** Draws what can be seen, at most once a frame, into a fixed set of rows: the cost does not grow with the lines. */
export class LogPainter {
  readonly #options: LogPainterOptions
  readonly #strip: RowStrip
  readonly #shower: ReturnType<typeof rowShower>
  readonly #tellBehind: ReturnType<typeof behindTeller>
  readonly #sizes = new ResizeObserver(() => this.#resized())
  readonly #stopBook: () => void
  #look: PaintedLook
  #isFollowing = true
  /** The line that stays where it is, and where on the sheet that is. */
  #anchor = { sequence: 0, y: 0 }
  /** A line that is held in view, so many shares of it from the top, until the reader moves on; 0 is none. */
  #held = RELEASED
  #known = { top: 0, viewHeight: 0, sheetHeight: 0 }
  #newestSeen = 0
  #frame = 0
  #idle: ReturnType<typeof setTimeout> | undefined
  #mayMove = false

  constructor(options: LogPainterOptions, look: PaintedLook) {
    this.#options = options
    this.#look = look
    this.#strip = new RowStrip(options.sheet)
    this.#shower = rowShower(options.book, options.isChosen)
    this.#tellBehind = behindTeller(options.onBehind)
    const { subscribe: whenChanged } = options.book
    this.#stopBook = whenChanged(this.redraw)
    this.#sizes.observe(options.scroller)
    options.scroller.addEventListener('scroll', this.redraw, { passive: true })
    document.addEventListener('selectionchange', this.#selected)
    this.redraw()
  }

  /** Shows other lines, or the same ones in another way; what is read stays in view. */
  show(look: PaintedLook): void {
    if (look.wrap !== this.#look.wrap) this.#resized()
    this.#look = look
    this.redraw()
  }

  readonly redraw = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((nowMs) => this.#draw(nowMs))
  }

  toEnd(): void {
    this.#isFollowing = true
    this.#held = RELEASED
    this.redraw()
  }

  toStart(): void {
    this.toLine(this.#look.rows.sequenceAt(0) ?? 0, { share: 0 })
  }

  /** Brings a line into view, as soon as there is one of that number. */
  toLine(sequence: number, { share = 1 / 3, flash = false } = {}): void {
    this.#held = { sequence, share, flash }
    this.redraw()
  }

  /** The first line that can be seen. */
  firstInView(): number | undefined {
    return this.#look.rows.count === 0 ? undefined : this.#anchor.sequence
  }

  stop(): void {
    const { scroller } = this.#options
    this.#stopBook()
    this.#sizes.disconnect()
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#idle)
    scroller.removeEventListener('scroll', this.redraw)
    document.removeEventListener('selectionchange', this.#selected)
    this.#strip.clear()
  }

  #draw(nowMs: number): void {
    this.#frame = 0
    const { scroller, rowHeight } = this.#options
    const { rows, wrap } = this.#look
    const space = sheetSpace(rows.count, rowHeight, scroller.clientHeight, !wrap)
    if (space.count > 0 && space.viewHeight > 0) this.#drawSome(space, nowMs)
    else this.#drawNothing(nowMs)
  }

  #drawSome(space: SheetSpace, nowMs: number): void {
    const { rows } = this.#look
    const movedBy = this.#hearReader(space)
    const index = this.#anchorIndex(space)
    this.#drawRows(space, index)
    const isAtEnd = this.#known.top + space.viewHeight >= this.#known.sheetHeight - 1
    if (movedBy > 0 && isAtEnd && rows.sequenceAt(space.count - 1) === this.#strip.rows.at(-1)?.sequence) this.toEnd()
    if (this.#isFollowing) this.#newestSeen = rows.sequenceAt(space.count - 1) ?? 0
    const behind = this.#isFollowing ? undefined : space.count - rows.indexOf(this.#newestSeen + 1)
    this.#tellBehind(nowMs, behind, this.redraw)
  }

  /** What the reader did to the scroller since the last frame: by how many pixels it moved. */
  #hearReader(space: SheetSpace): number {
    const { scrollTop } = this.#options.scroller
    const movedBy = scrollTop - this.#known.top
    const isReader = this.#known.viewHeight === space.viewHeight && Math.abs(movedBy) >= 1
    this.#known = { ...this.#known, top: scrollTop, viewHeight: space.viewHeight }
    if (!isReader) return 0
    if (movedBy < 0) this.#isFollowing = false
    this.#held = RELEASED
    this.#mayMove = false
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => {
      this.#mayMove = true
      this.redraw()
    }, IDLE_MS)
    if (Math.abs(movedBy) > JUMP_VIEWS * space.viewHeight) this.#jump(space, scrollTop)
    return movedBy
  }

  #jump(space: SheetSpace, top: number): void {
    const row = rowAt(space, top)
    const index = Math.min(space.count - 1, Math.floor(row))
    this.#anchor = {
      sequence: this.#look.rows.sequenceAt(index) ?? 0,
      y: Math.round(top - (row - index) * space.rowHeight),
    }
  }

  /** The index of the anchor, which is another line when the reader is to be somewhere else. */
  #anchorIndex({ count, height, rowHeight, viewHeight }: SheetSpace): number {
    const { rows } = this.#look
    const newest = rows.sequenceAt(count - 1) ?? 0
    const { sequence, share } = this.#held
    if (sequence > 0 && sequence <= newest) {
      this.#isFollowing = false
      this.#anchor = { sequence, y: this.#known.top + Math.round(share * viewHeight) }
    } else if (this.#isFollowing) this.#anchor = { sequence: newest, y: height - rowHeight }
    return Math.min(count - 1, rows.indexOf(this.#anchor.sequence))
  }

  #drawRows(space: SheetSpace, index: number): void {
    const { scroller, sheet, rowHeight } = this.#options
    const { rows, wrap } = this.#look
    const { y } = this.#anchor
    const top = this.#isFollowing ? space.height - space.viewHeight : this.#known.top
    const above = Math.ceil(Math.max(0, y - top) / rowHeight) + SPARE
    const below = Math.ceil(Math.max(0, top + space.viewHeight - y) / rowHeight) + SPARE
    const from = Math.max(0, index - above)
    const to = Math.min(space.count, index + below)
    const sequences = Array.from({ length: to - from }, (_, at) => rows.sequenceAt(from + at) ?? 0)
    this.#shower.want(sequences)
    const held = this.#strip.hold(sequences)
    const flashing = this.#held.flash ? this.#held.sequence : undefined
    for (const [at, row] of held.entries()) this.#shower.show(row, sequences[at] ?? 0, this.#look, flashing)
    for (const row of held) row.height ||= wrap ? row.element.offsetHeight : rowHeight
    const heights = held.map(({ height }) => height)
    const placement = placeRows(space, { from, heights }, { index, y }, top, this.#mayMove)
    this.#mayMove = false
    for (const [at, row] of held.entries()) row.moveTo(placement.ys[at] ?? 0)
    if (placement.sheetHeight !== this.#known.sheetHeight) sheet.style.blockSize = `${placement.sheetHeight}px`
    if (this.#isFollowing) scroller.scrollTop = scroller.scrollHeight
    else if (placement.shift !== 0) scroller.scrollTop = top + placement.shift
    this.#known = { top: scroller.scrollTop, viewHeight: space.viewHeight, sheetHeight: placement.sheetHeight }
    this.#holdFirstInView(placement.ys)
  }

  /** The first line in view stays where it is; one that is there already, because others may yet change in height. */
  #holdFirstInView(ys: readonly number[]): void {
    const { top, viewHeight } = this.#known
    const held = this.#strip.rows
    const isInView = (at: number) => {
      const y = ys[at] ?? 0
      return y + (held[at]?.height ?? 0) > top && y < top + viewHeight
    }
    const loaded = held.findIndex((row, at) => isInView(at) && !row.isWaiting)
    const at = loaded >= 0 ? loaded : held.findIndex((_, at) => isInView(at))
    const row = held[at]
    if (row) this.#anchor = { sequence: row.sequence, y: ys[at] ?? 0 }
  }

  #drawNothing(nowMs: number): void {
    const { scroller, sheet } = this.#options
    this.#strip.clear()
    sheet.style.blockSize = '0'
    this.#known = { top: 0, viewHeight: scroller.clientHeight, sheetHeight: 0 }
    if (this.#options.book.extent().head === 0) this.#isFollowing = true
    this.#anchor.y = 0
    this.#tellBehind(nowMs, undefined, this.redraw)
  }

  #resized(): void {
    for (const row of this.#strip.rows) row.height = 0
    this.#mayMove = true
    this.redraw()
  }

  /** A row that is rewritten loses its selection, so choosing text stops the following. */
  readonly #selected = (): void => {
    const selection = document.getSelection()
    if (!selection || selection.isCollapsed || !this.#options.sheet.contains(selection.anchorNode)) return
    this.#isFollowing = false
    this.redraw()
  }
}
