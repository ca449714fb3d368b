const IDLE_MS = 160

/** The scroller as it was left, so that what the reader did to it since can be told apart from what the painter did. */
export class UserScroll {
  top = 0
  viewHeight = 0
  sheetHeight = 0
  readonly #scroller: HTMLElement
  readonly #sheet: HTMLElement
  readonly #onIdle: () => void
  #idle: ReturnType<typeof setTimeout> | undefined
  #mayShift = false

  constructor(scroller: HTMLElement, sheet: HTMLElement, onIdle: () => void) {
    this.#scroller = scroller
    this.#sheet = sheet
    this.#onIdle = onIdle
  }

  get isAtEnd(): boolean {
    return this.top + this.viewHeight >= this.sheetHeight - 1
  }

  /** By how many pixels the reader moved it since it was left; to be asked before rows are written. */
  syncScroll(viewHeight: number): number {
    this.#preserveScrollLeft()
    const scrolledBy = this.#scroller.scrollTop - this.top
    // A view of another height is moved by the browser, not by its reader.
    const isUserScroll = this.viewHeight === viewHeight && Math.abs(scrolledBy) >= 1
    this.top += scrolledBy
    this.viewHeight = viewHeight
    if (!isUserScroll) return 0
    this.#mayShift = false
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.allowShift(), IDLE_MS)
    return scrolledBy
  }

  /** Rows and view may move together on the sheet: nobody is scrolling. */
  allowShift(): void {
    this.#mayShift = true
    this.#onIdle()
  }

  consumeShift(): boolean {
    const mayShift = this.#mayShift
    this.#mayShift = false
    return mayShift
  }

  /** Leaves it at a place of a sheet so high. */
  setPosition(sheetHeight: number, top: number): void {
    if (sheetHeight !== this.sheetHeight) this.#sheet.style.blockSize = `${sheetHeight}px`
    this.sheetHeight = sheetHeight
    if (top !== this.top) this.#scroller.scrollTop = top
    this.top = this.#scroller.scrollTop
  }

  stop(): void {
    clearTimeout(this.#idle)
  }

  /** A reader who went sideways stays there when the longest line leaves the view. */
  #preserveScrollLeft(): void {
    const { scrollLeft, clientWidth } = this.#scroller
    this.#sheet.style.minInlineSize = scrollLeft > 0 ? `${scrollLeft + clientWidth}px` : ''
  }
}
