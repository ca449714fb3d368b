import { type AnsiSpan, type AnsiStyle, parseAnsi } from './ansi.ts'
import type { AnsiColour } from './ansi-colour.ts'
import css from './log-view.module.css'

const flagged = ['bold', 'dim', 'italic', 'underline', 'struck'] as const satisfies (keyof AnsiStyle)[]

const paint = (element: HTMLElement, part: 'ink' | 'ground', colour: AnsiColour | undefined) => {
  if (!colour) return
  if (colour.kind === 'named' && part === 'ink') {
    element.style.setProperty('--ink', `var(--ansi-${colour.index})`)
    element.classList.add(css.named ?? '')
    return
  }
  element.style.setProperty(`--${part}`, colour.kind === 'named' ? `var(--ansi-${colour.index})` : colour.css)
  element.classList.add(css[part] ?? '')
}

const spanOf = ({ text, style }: AnsiSpan): Node => {
  const keys = Object.keys(style)
  if (keys.length === 0) return document.createTextNode(text)
  const span = document.createElement('span')
  span.textContent = text
  for (const flag of flagged) if (style[flag]) span.classList.add(css[flag] ?? '')
  if (style.inverse && !style.ink && !style.ground) span.classList.add(css.inverse ?? '')
  paint(span, 'ink', style.inverse ? style.ground : style.ink)
  paint(span, 'ground', style.inverse ? style.ink : style.ground)
  return span
}

/** What a terminal would show after the cursor went back to the start of the line. */
const lastPass = (text: string): string => {
  const trimmed = text.replace(/\r+$/, '')
  return trimmed.slice(trimmed.lastIndexOf('\r') + 1)
}

/** Writes one line into one element; only lines that can be seen come here, so parsing is lazy by nature. */
export const writeLine = (element: HTMLElement, text: string): void => {
  const line = lastPass(text)
  if (line.includes('\u001b')) element.replaceChildren(...parseAnsi(line).map(spanOf))
  else element.textContent = line
}
