import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, readOklch } from './oklch.ts'

const css = readFileSync(new URL('../../ui/design/tokens.css', import.meta.url), 'utf8')

const tokensOf = (selector: string): ReadonlyMap<string, string> => {
  const block = css.slice(css.indexOf(selector)).split('}')[0] ?? ''
  return new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

const themes = { dark: tokensOf('[data-theme="dark"]'), light: tokensOf('[data-theme="light"]') }

const grounds = ['canvas', 'surface', 'surface-raised', 'surface-control', 'surface-sunken']
const inks = ['text', 'text-muted', 'text-faint', 'accent-text', 'good', 'warn', 'bad', 'info', 'still']
const washed = ['accent', 'good', 'warn', 'bad', 'info', 'still']
const ansi = Array.from({ length: 16 }, (_, index) => `ansi-${index}`)

describe.each(Object.entries(themes))('in the %s theme', (_, tokens) => {
  const colour = (name: string, ground?: string) =>
    readOklch(tokens.get(name) ?? '', ground === undefined ? undefined : readOklch(tokens.get(ground) ?? ''))

  test.each(grounds)('every text colour is readable on %s', (ground) => {
    for (const ink of inks) expect(contrast(colour(ink), colour(ground)), ink).toBeGreaterThanOrEqual(4.5)
  })

  test.each(washed)('%s is readable on its own wash', (tone) => {
    const ink = tone === 'accent' ? 'accent-text' : tone
    for (const ground of ['surface', 'canvas'])
      expect(contrast(colour(ink), colour(`${tone}-wash`, ground)), ground).toBeGreaterThanOrEqual(4.5)
  })

  test.each([
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-accent', 'accent-pressed'],
    ['on-danger', 'danger'],
    ['on-danger', 'danger-hover'],
    ['on-danger', 'danger-pressed'],
    ['text-on-tooltip', 'surface-tooltip'],
    ['on-mark', 'mark'],
    ['on-mark-current', 'mark-current'],
    ['text', 'surface-button'],
    ['text', 'surface-button-hover'],
    ['bad', 'surface-button'],
  ])('%s is readable on %s', (ink, ground) => {
    expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(ansi)('%s is readable in the log', (ink) => {
    expect(contrast(colour(ink), colour('surface-sunken'))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['ring', 'line-control', 'line-control-hover'])('%s has enough contrast around a control', (line) => {
    for (const ground of ['surface', 'surface-raised', 'surface-control', 'canvas'])
      expect(contrast(colour(line), colour(ground)), ground).toBeGreaterThanOrEqual(3)
  })
})

test('both themes define every colour', () => {
  const names = (theme: ReadonlyMap<string, string>) =>
    [...theme.keys()].filter((name) => name !== 'color-scheme').sort()
  expect(names(themes.light)).toEqual(names(themes.dark))
  expect(themes.dark.size).toBeGreaterThan(60)
})
