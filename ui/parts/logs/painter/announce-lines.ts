import type { ViewedLog } from '../../../../src/logs/merge/merged-log.ts'
import { readLine, textOf } from '../line/read-line.ts'

const ANNOUNCE_INTERVAL_MS = 2000
const MAX_LINES = 5

/** Announces new lines to screen readers, a few at a time. Returns a function that stops. */
export const announceLines = (element: HTMLElement, buffer: ViewedLog): (() => void) => {
  let announced = buffer.extent().head
  let timer: ReturnType<typeof setTimeout> | undefined

  const paragraph = (text: string): HTMLElement => {
    const made = document.createElement('p')
    made.textContent = text
    return made
  }

  const announce = () => {
    timer = undefined
    const { head } = buffer.extent()
    const first = Math.max(announced + 1, head - MAX_LINES + 1)
    const more = first - announced - 1
    announced = head
    const { rows } = buffer
    const newest = Array.from({ length: head - first + 1 }, (_, at) =>
      rows.sequenceAt(rows.count - head + first - 1 + at),
    )
    const lines = newest.map((line) => (line === undefined ? '' : (buffer.line(line)?.log ?? '')))
    const texts = lines.map((line) => textOf(readLine(line, false).spans)).filter((text) => text !== '')
    if (more > 0) texts.push(`and ${more.toLocaleString('en-GB')} more ${more === 1 ? 'line' : 'lines'}`)
    element.replaceChildren(...texts.map(paragraph))
  }

  const changed = () => {
    if (buffer.extent().head > announced) timer ??= setTimeout(announce, ANNOUNCE_INTERVAL_MS)
  }

  // Lines that load while the log opens are not new.
  timer = setTimeout(() => {
    timer = undefined
    announced = buffer.extent().head
  }, ANNOUNCE_INTERVAL_MS)
  const { subscribe: whenChanged } = buffer
  const unsubscribe = whenChanged(changed)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    element.replaceChildren()
  }
}
