import type { LogLine } from '../../../src/contract/wire/log.ts'
import { exactTimeText } from '../text/time-words.ts'
import css from './log-view.module.css'
import { writeLine } from './write-line.ts'

export type LogRow = {
  element: HTMLElement
  /** The number of its line since the log began; −1 while it stands for none. */
  number: number
  show: (number: number, line: LogLine, before: LogLine | undefined) => void
  hide: () => void
}

const two = (value: number): string => String(value).padStart(2, '0')

const clockText = (at: Date): string => {
  const ms = String(at.getMilliseconds()).padStart(3, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${ms}`
}

const leftOut = (line: LogLine, before: LogLine | undefined): number =>
  before ? line.sequence - before.sequence - 1 : 0

/** A row that is used again for another line when its own has left the view. */
export const logRow = (): LogRow => {
  const element = document.createElement('div')
  const time = document.createElement('span')
  const text = document.createElement('span')
  element.className = css.row ?? ''
  time.className = css.time ?? ''
  text.className = css.text ?? ''
  element.append(time, text)
  element.hidden = true

  const row: LogRow = {
    element,
    number: -1,
    show: (number, line, before) => {
      row.number = number
      element.hidden = false
      element.dataset.stream = line.stream
      element.style.setProperty('--number', String(number))
      const gap = leftOut(line, before)
      if (gap > 0) element.dataset.gap = `${gap.toLocaleString('en-GB')} lines before this one were not sent`
      else delete element.dataset.gap
      const at = new Date(line.time)
      time.textContent = clockText(at)
      time.title = exactTimeText(at.getTime())
      writeLine(text, line.log)
    },
    hide: () => {
      row.number = -1
      element.hidden = true
    },
  }
  return row
}
