const IDLE_MS = 160

/** Remembers where the painter left the scroller, to tell the user's scrolling from its own. */
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

  /** Returns how far the user has scrolled since, in pixels; call it before writing rows. */
  syncScroll(viewHeight: number): number {
    this.#preserveScrollLeft()
    const scrolledBy = this.#scroller.scrollTop - this.top
    // When the view's height changes, the browser scrolls, not the user.
    const isUserScroll = this.viewHeight === viewHeight && Math.abs(scrolledBy) >= 1
    this.top += scrolledBy
    this.viewHeight = viewHeight
    if (!isUserScroll) return 0
    this.#mayShift = false
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.allowShift(), IDLE_MS)
    return scrolledBy
  }

  /** Nobody is scrolling, so rows and view may move together. */
  allowShift(): void {
    this.#mayShift = true
    this.#onIdle()
  }

  consumeShift(): boolean {
    const mayShift = this.#mayShift
    this.#mayShift = false
    return mayShift
  }

  /** Scrolls to a position on a sheet of the given height. */
  setPosition(sheetHeight: number, top: number): void {
    if (sheetHeight !== this.sheetHeight) this.#sheet.style.blockSize = `${sheetHeight}px`
    this.sheetHeight = sheetHeight
    if (top !== this.top) this.#scroller.scrollTop = top
    this.top = this.#scroller.scrollTop
  }

  stop(): void {
    clearTimeout(this.#idle)
  }

  /** Keeps the horizontal position when the longest line leaves the view. */
  #preserveScrollLeft(): void {
    const { scrollLeft, clientWidth } = this.#scroller
    this.#sheet.style.minInlineSize = scrollLeft > 0 ? `${scrollLeft + clientWidth}px` : ''
  }
}
