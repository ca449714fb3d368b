import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { type LineTimes, lineTime } from '../line/line-time.ts'
import { type MatchesIn, markedLine } from '../line/marked-line.ts'
import { writeLine } from '../line/write-line.ts'
import css from '../log-view.module.css'

/** How rows are shown; a new object rewrites all of them. */
export interface RowSettings {
  times: LineTimes
  raw: boolean
  marks: LineMarks | undefined
}

/** Names the log of a line among several. */
export interface LineMark {
  label: string
  /** "Replica 2 of web". */
  title: string
  /** The number of its colour. */
  colour: number
}

export interface LineMarks {
  of(sequence: number): LineMark | undefined
  /** The longest label, in characters. */
  length: number
}

type RowMark = 'chosen' | 'current' | 'flash'

/** A row element, reused for another line when its own leaves the view. */
export class LogRow {
  readonly element = document.createElement('div')
  sequence = 0
  height = 0
  isWaiting = true
  readonly #gutter = document.createElement('span')
  readonly #seconds = document.createElement('span')
  readonly #fraction = document.createElement('span')
  readonly #mark = document.createElement('span')
  readonly #text = document.createElement('span')
  #settings: RowSettings | undefined
  #shownMark: { mark: LineMark | undefined; length: number } = { mark: undefined, length: 0 }
  #isFound = false
  /** Reading them from the element would take longer than most rows need to be written. */
  readonly #marks = new Set<RowMark>()
  #y = Number.NaN

  constructor() {
    this.element.className = css.row ?? ''
    this.#gutter.className = css.gutter ?? ''
    this.#seconds.className = css.time ?? ''
    this.#fraction.className = css.fraction ?? ''
    this.#mark.className = css.mark ?? ''
    this.#mark.hidden = true
    this.#text.className = css.text ?? ''
    this.#gutter.append(this.#seconds)
    this.element.append(this.#gutter, this.#mark, this.#text)
  }

  /** Shows a line or a placeholder; does nothing if it shows that already. */
  show(
    sequence: number,
    line: LogLine | undefined,
    settings: RowSettings,
    isFound: boolean,
    matchesIn: MatchesIn | undefined,
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
    const mark = settings.marks?.of(sequence)
    this.#showMark(mark, settings.marks?.length ?? 0)
    if (line) this.#write(line, settings, mark, matchesIn)
    else this.#wait()
  }

  /** Sets a visible state of the row: selected, or the current match. */
  mark(name: RowMark, isSo: boolean): void {
    if (isSo === this.#marks.has(name)) return
    if (isSo) this.#marks.add(name)
    else this.#marks.delete(name)
    this.element.toggleAttribute(`data-${name}`, isSo)
  }

  moveTo(y: number): void {
    if (y === this.#y) return
    this.#y = y
    this.element.style.transform = `translateY(${y}px)`
  }

  #showMark(mark: LineMark | undefined, length: number): void {
    if (mark === this.#shownMark.mark && length === this.#shownMark.length) return
    this.#shownMark = { mark, length }
    this.#mark.hidden = mark === undefined
    if (!mark) {
      this.#mark.removeAttribute('title')
      return
    }
    this.#mark.textContent = mark.label
    this.#mark.title = mark.title
    this.#mark.dataset.colour = String(mark.colour)
    this.#mark.style.setProperty('--length', `${length}ch`)
  }

  #write(
    line: LogLine,
    { times, raw }: RowSettings,
    mark: LineMark | undefined,
    matchesIn: MatchesIn | undefined,
  ): void {
    const { spans, level, matches } = markedLine(line.log, raw, matchesIn)
    const { seconds, fraction, full } = lineTime(line.time, times)
    delete this.element.dataset.waiting
    this.element.dataset.stream = line.stream
    if (level) this.element.dataset.level = level
    else delete this.element.dataset.level
    const place = `line ${line.sequence.toLocaleString('en-GB')}${mark ? ` of ${mark.label}` : ''}`
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
