import css from '../log-view.module.css'
import type { AnsiStyle } from './ansi.ts'
import type { AnsiColour } from './ansi-colour.ts'
import type { LineSpan } from './line-span.ts'
import type { TextRange } from './match-ranges.ts'

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

const styled = ({ style, isLevel }: LineSpan, children: Node[]): Node[] => {
  if (!isLevel && Object.keys(style).length === 0) return children
  const span = document.createElement('span')
  span.append(...children)
  if (isLevel) span.classList.add(css.level ?? '')
  for (const flag of flagged) if (style[flag]) span.classList.add(css[flag] ?? '')
  if (style.inverse && !style.ink && !style.ground) span.classList.add(css.inverse ?? '')
  paint(span, 'ink', style.inverse ? style.ground : style.ink)
  paint(span, 'ground', style.inverse ? style.ink : style.ground)
  return [span]
}

/** Writes the text of one span with its parts of matches marked. */
const marked = (text: string, start: number, matches: readonly TextRange[]): Node[] => {
  const nodes: Node[] = []
  let from = 0
  for (const match of matches) {
    const begin = Math.max(match.from - start, from)
    const end = Math.min(match.to - start, text.length)
    if (begin >= end) continue
    if (begin > from) nodes.push(document.createTextNode(text.slice(from, begin)))
    const mark = document.createElement('mark')
    mark.textContent = text.slice(begin, end)
    nodes.push(mark)
    from = end
  }
  if (from < text.length) nodes.push(document.createTextNode(text.slice(from)))
  return nodes
}

/** Writes one line into one element. */
export const writeLine = (element: HTMLElement, spans: readonly LineSpan[], matches: readonly TextRange[]): void => {
  const [only] = spans
  if (spans.length === 1 && only && matches.length === 0 && Object.keys(only.style).length === 0 && !only.isLevel) {
    element.textContent = only.text
    return
  }
  let start = 0
  const nodes = spans.flatMap((span) => {
    const children = marked(span.text, start, matches)
    start += span.text.length
    return styled(span, children)
  })
  element.replaceChildren(...nodes)
}
