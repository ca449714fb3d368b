import { type AnsiColour, exactColour, paletteColour } from './ansi-colour.ts'

export type AnsiStyle = {
  ink?: AnsiColour
  ground?: AnsiColour
  bold?: boolean
  dim?: boolean
  italic?: boolean
  underline?: boolean
  struck?: boolean
  inverse?: boolean
}

export type AnsiSpan = { text: string; style: AnsiStyle }

// The one-character forms (C1) mean the same as escape and a letter.
const esc = '\u001b'
const introduced = (letter: string, single: string): string => `(?:${esc}${letter}|${single})`
const style = String.raw`${introduced(String.raw`\[`, '\u009b')}([\d;:]*)m`
const control = `${introduced(String.raw`\[`, '\u009b')}[0-?]*[ -/]*(?:[@-~]|$)?`
// Titles, links and device strings; unterminated, they run to the end of the line.
const string = String.raw`${introduced('[\\]PX^_]', '[\u009d\u0090\u0098\u009e\u009f]')}[^\u0007\u009c${esc}]*(?:\u0007|\u009c|${esc}\\|(?=${esc})|$)`
const short = `${esc}[ -/]*[0-~]?`
// Also line separators and direction marks: a line stays one line, in its own order.
const lone = '[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]'
const escapes = new RegExp(`${style}|${string}|${control}|${short}|${lone}`, 'g')
const anyEscape = new RegExp(lone)

/** Returns whether a line holds anything but printable characters. */
export const hasEscapes = (line: string): boolean => anyEscape.test(line)

/** Reads the extended colour that starts after 38 or 48; returns it with the number of codes read. */
const extendedColour = (codes: number[], at: number): [AnsiColour | undefined, number] => {
  const [form, first = 0, second = 0, third = 0] = codes.slice(at)
  if (form === 5) return [paletteColour(Math.min(first, 255)), 2]
  if (form === 2) return [exactColour(Math.min(first, 255), Math.min(second, 255), Math.min(third, 255)), 4]
  return [undefined, 1]
}

const without = (style: AnsiStyle, ...names: (keyof AnsiStyle)[]): AnsiStyle => {
  const rest = { ...style }
  for (const name of names) delete rest[name]
  return rest
}

const flags: Record<number, AnsiStyle> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { struck: true },
}

const ends: Record<number, (keyof AnsiStyle)[]> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['struck'],
  39: ['ink'],
  49: ['ground'],
}

const restyle = (style: AnsiStyle, codes: number[]): AnsiStyle => {
  let next = style
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === 0) next = {}
    else if (flags[code]) next = { ...next, ...flags[code] }
    else if (ends[code]) next = without(next, ...ends[code])
    else if (code === 38 || code === 48) {
      const [colour, taken] = extendedColour(codes, at + 1)
      at += taken
      if (colour) next = { ...next, [code === 38 ? 'ink' : 'ground']: colour }
    } else if (code >= 30 && code <= 37) next = { ...next, ink: { kind: 'named', index: code - 30 } }
    else if (code >= 40 && code <= 47) next = { ...next, ground: { kind: 'named', index: code - 40 } }
    else if (code >= 90 && code <= 97) next = { ...next, ink: { kind: 'named', index: code - 82 } }
    else if (code >= 100 && code <= 107) next = { ...next, ground: { kind: 'named', index: code - 92 } }
  }
  return next
}

/** Splits a line into spans of one style. All other escape sequences and control characters are dropped. */
export const parseAnsi = (line: string): AnsiSpan[] => {
  const spans: AnsiSpan[] = []
  let style: AnsiStyle = {}
  let from = 0
  const take = (to: number) => {
    if (to > from) spans.push({ text: line.slice(from, to), style })
  }
  for (const found of line.matchAll(escapes)) {
    take(found.index)
    from = found.index + found[0].length
    if (found[1] !== undefined) style = restyle(style, found[1].split(/[;:]/).map(Number))
  }
  take(line.length)
  return spans
}
