import { exactTimeText } from '../text/time-words.ts'
import type { LogLine } from './log-store.ts'
import css from './log-view.module.css'
import { writeLine } from './write-line.ts'

export type LogRow = {
  element: HTMLElement
  show: (index: number, line: LogLine) => void
  hide: () => void
  index: number
}

const two = (value: number): string => String(value).padStart(2, '0')

const clockText = (atMs: number): string => {
  const at = new Date(atMs)
  const ms = String(at.getMilliseconds()).padStart(3, '0')
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${ms}`
}

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
    index: -1,
    show: (index, line) => {
      row.index = index
      element.hidden = false
      element.dataset.kind = line.kind ?? 'out'
      element.style.setProperty('--index', String(index))
      time.textContent = clockText(line.atMs)
      time.title = exactTimeText(line.atMs)
      writeLine(text, line.text)
    },
    hide: () => {
      row.index = -1
      element.hidden = true
    },
  }
  return row
}
