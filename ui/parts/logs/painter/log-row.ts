import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { type LineTimes, lineTime } from '../line/line-time.ts'
import { markedLine } from '../line/marked-line.ts'
import type { TextRange } from '../line/match-ranges.ts'
import { writeLine } from '../line/write-line.ts'
import css from '../log-view.module.css'

/** How rows are shown; a new object rewrites all of them. */
export interface RowSettings {
  times: LineTimes
  raw: boolean
}

/** A row element, reused for another line when its own leaves the view. */
export class LogRow {
  readonly element = document.createElement('div')
  sequence = 0
  height = 0
  isWaiting = true
  readonly #gutter = document.createElement('span')
  readonly #seconds = document.createElement('span')
  readonly #fraction = document.createElement('span')
  readonly #text = document.createElement('span')
  #settings: RowSettings | undefined
  #isFound = false
  #y = Number.NaN

  constructor() {
    this.element.className = css.row ?? ''
    this.#gutter.className = css.gutter ?? ''
    this.#seconds.className = css.time ?? ''
    this.#fraction.className = css.fraction ?? ''
    this.#text.className = css.text ?? ''
    this.#gutter.append(this.#seconds)
    this.element.append(this.#gutter, this.#text)
  }

  /** Shows a line or a placeholder; does nothing if it shows that already. */
  show(
    sequence: number,
    line: LogLine | undefined,
    settings: RowSettings,
    isFound: boolean,
    matchesIn: (text: string) => TextRange[],
  ): void {
    const isWaiting = line === undefined
    const isSame = this.sequence === sequence && this.#settings === settings && this.#isFound === isFound
    if (isSame && this.isWaiting === isWaiting) return
    this.sequence = sequence
    this.isWaiting = isWaiting
    this.height = 0
    this.#settings = settings
    this.#isFound = isFound
    this.element.dataset.sequence = String(sequence)
    if (line) this.#write(line, settings, matchesIn)
    else this.#wait()
  }

  /** Sets a visible state of the row: selected, or the current match. */
  mark(name: 'chosen' | 'current' | 'flash', isSo: boolean): void {
    if (isSo === name in this.element.dataset) return
    if (isSo) this.element.dataset[name] = ''
    else delete this.element.dataset[name]
  }

  moveTo(y: number): void {
    if (y === this.#y) return
    this.#y = y
    this.element.style.transform = `translateY(${y}px)`
  }

  #write(line: LogLine, { times, raw }: RowSettings, matchesIn: (text: string) => TextRange[]): void {
    const { spans, level, matches } = markedLine(line.log, raw, matchesIn)
    const { seconds, fraction, full } = lineTime(line.time, times)
    delete this.element.dataset.waiting
    this.element.dataset.stream = line.stream
    if (level) this.element.dataset.level = level
    else delete this.element.dataset.level
    const place = `line ${line.sequence.toLocaleString('en-GB')}`
    this.#gutter.title = [full, place, ...(line.stream === 'stdout' ? [] : [line.stream])].join(', ')
    if (times === 'off') this.#seconds.textContent = ''
    else {
      this.#fraction.textContent = fraction
      this.#seconds.replaceChildren(seconds, this.#fraction)
    }
    writeLine(this.#text, spans, matches)
  }

  #wait(): void {
    this.element.dataset.waiting = String(this.sequence % 5)
    delete this.element.dataset.stream
    delete this.element.dataset.level
    this.#gutter.removeAttribute('title')
    this.#seconds.textContent = ''
    this.#text.textContent = ''
  }
}
