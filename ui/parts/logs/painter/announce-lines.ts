import type { LogBook } from '../../../../src/logs/log-book.ts'
import { readLine, textOf } from '../line/read-line.ts'

const TELL_EVERY_MS = 2000
const MOST_LINES = 5

/** Tells new lines to screen readers: a few at a time, however many come. Answers how to stop. */
export const announceLines = (element: HTMLElement, book: LogBook): (() => void) => {
  let told = book.extent().head
  let timer: ReturnType<typeof setTimeout> | undefined

  const paragraph = (text: string): HTMLElement => {
    const made = document.createElement('p')
    made.textContent = text
    return made
  }

  const tell = () => {
    timer = undefined
    const { head } = book.extent()
    const first = Math.max(told + 1, head - MOST_LINES + 1)
    const more = first - told - 1
    told = head
    const lines = Array.from({ length: head - first + 1 }, (_, at) => book.line(first + at)?.log ?? '')
    const words = lines.map((line) => textOf(readLine(line, false).spans)).filter((text) => text !== '')
    if (more > 0) words.push(`and ${more.toLocaleString('en-GB')} more ${more === 1 ? 'line' : 'lines'}`)
    element.replaceChildren(...words.map(paragraph))
  }

  const changed = () => {
    if (book.extent().head > told) timer ??= setTimeout(tell, TELL_EVERY_MS)
  }

  // What comes while the log opens was there before, and is no news.
  timer = setTimeout(() => {
    timer = undefined
    told = book.extent().head
  }, TELL_EVERY_MS)
  const { subscribe: whenChanged } = book
  const stopBook = whenChanged(changed)
  return () => {
    clearTimeout(timer)
    stopBook()
    element.replaceChildren()
  }
}
