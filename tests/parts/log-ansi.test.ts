import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { parseAnsi } from '../../ui/parts/logs/line/ansi.ts'

const esc = '\u001b'

test.each([
  ['a named colour', `${esc}[31mred`, { ink: { kind: 'named', index: 1 } }],
  ['a bright colour', `${esc}[94mblue`, { ink: { kind: 'named', index: 12 } }],
  ['a background', `${esc}[42mgreen`, { ground: { kind: 'named', index: 2 } }],
  ['a bright background', `${esc}[107mwhite`, { ground: { kind: 'named', index: 15 } }],
  ['an indexed colour that has a name', `${esc}[38;5;9mred`, { ink: { kind: 'named', index: 9 } }],
  ['an indexed colour of the cube', `${esc}[38;5;208morange`, { ink: { kind: 'exact', css: 'rgb(255 135 0)' } }],
  ['an indexed grey', `${esc}[48;5;244mgrey`, { ground: { kind: 'exact', css: 'rgb(128 128 128)' } }],
  ['a true colour', `${esc}[38;2;1;2;3mdark`, { ink: { kind: 'exact', css: 'rgb(1 2 3)' } }],
  ['a colour component out of range', `${esc}[38;2;999;2;3mred`, { ink: { kind: 'exact', css: 'rgb(255 2 3)' } }],
  ['colour and flags together', `${esc}[1;3;33mloud`, { bold: true, italic: true, ink: { kind: 'named', index: 3 } }],
  [
    'a flag after a true colour',
    `${esc}[38;2;1;2;3;4mx`,
    { ink: { kind: 'exact', css: 'rgb(1 2 3)' }, underline: true },
  ],
  ['a flag that is switched off', `${esc}[1;4m${esc}[22mx`, { underline: true }],
  ['a reset', `${esc}[1;31m${esc}[mx`, {}],
])('%s', (_, line, style) => {
  const spans = parseAnsi(line)
  expect(spans).toHaveLength(1)
  expect(spans[0]?.style).toEqual(style)
})

test('a style applies until it changes', () => {
  expect(parseAnsi(`a${esc}[32mb${esc}[1mc${esc}[0md`)).toEqual([
    { text: 'a', style: {} },
    { text: 'b', style: { ink: { kind: 'named', index: 2 } } },
    { text: 'c', style: { ink: { kind: 'named', index: 2 }, bold: true } },
    { text: 'd', style: {} },
  ])
})

test('drops sequences that move the cursor, clear the screen or set a window title', () => {
  const line = `${esc}[2K${esc}[1Ga${esc}]0;title\u0007b${esc}[?25lc${esc}]8;;https://x.example${esc}\\d${esc}Me`
  expect(parseAnsi(line).map((span) => span.text)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('keeps all text around an escape sequence', () => {
  assert(
    property(string(), string(), (before, after) => {
      const clean = (text: string) => text.replaceAll(esc, '')
      const spans = parseAnsi(`${clean(before)}${esc}[31m${clean(after)}`)
      expect(spans.map((span) => span.text).join('')).toBe(clean(before) + clean(after))
    }),
  )
})
