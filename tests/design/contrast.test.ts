import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { contrast, type Rgb, readOklch } from './oklch.ts'
import { type Pair, type StyleSheet, stylePairs } from './style-pairs.ts'

const ui = fileURLToPath(new URL('../../ui', import.meta.url))
const css = readFileSync(join(ui, 'design/tokens.css'), 'utf8')

const tokensOf = (selector: string): ReadonlyMap<string, string> => {
  const block = css.slice(css.indexOf(selector)).split('}')[0] ?? ''
  return new Map([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

const themes = { dark: tokensOf('[data-theme="dark"]'), light: tokensOf('[data-theme="light"]') }

const sheets: StyleSheet[] = readdirSync(ui, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css') && !path.endsWith('tokens.css'))
  .map((path) => ({ path, css: readFileSync(join(ui, path), 'utf8') }))

/** What a translucent background may lie on. */
const opaque = ['canvas', 'surface', 'surface-raised', 'surface-control', 'surface-sunken']
const ansi = Array.from({ length: 16 }, (_, index) => `ansi-${index}`)
const AA = 4.5

const isTranslucent = (value: string): boolean => value.includes('/')

/** Returns the pairs that have too little contrast in a theme, each with its ratio. */
const unreadable = (pairs: readonly Pair[], tokens: ReadonlyMap<string, string>): string[] =>
  pairs.flatMap(({ ink, ground, at }) => {
    const stacks = isTranslucent(tokens.get(ground.at(-1) ?? '') ?? '')
      ? opaque.map((base) => [...ground, base])
      : [ground]
    return stacks.flatMap((stack) => {
      const behind = stack.reduceRight<Rgb | undefined>(
        (below, name) => readOklch(tokens.get(name) ?? '', below),
        undefined,
      )
      const ground = behind ?? [0, 0, 0]
      const ratio = contrast(readOklch(tokens.get(ink) ?? '', ground), ground)
      return ratio < AA ? [`${ink} on ${stack.join(' over ')}: ${ratio.toFixed(2)} (${at})`] : []
    })
  })

const { pairs, withoutText } = stylePairs(sheets)
const known = pairs.filter(({ ink }) => themes.dark.has(ink))

describe.each(Object.entries(themes))('in the %s theme', (_, tokens) => {
  const colour = (name: string, ground?: string) =>
    readOklch(tokens.get(name) ?? '', ground === undefined ? undefined : readOklch(tokens.get(ground) ?? ''))

  test('every text colour is readable on every surface that the style sheets put it on', () => {
    expect(known.length).toBeGreaterThan(100)
    expect(unreadable(known, tokens)).toEqual([])
  })

  test('the initials of every avatar are readable', () => {
    const avatar = sheets.find(({ path }) => path.endsWith('avatar.module.css'))?.css ?? ''
    const [, mixed = ''] =
      /color: oklch\(from var\(--accent-text\) l calc\(c \* ([\d.]+)\) calc\(h \+ var\(--turn\)\)\)/.exec(avatar) ?? []
    const [, opacity = ''] = /background: oklch\(from var\(--accent-text\) [^/]*\/ (\d+)%\)/.exec(avatar) ?? []
    const [lightness, chroma, hue] = (tokens.get('accent-text') ?? '').match(/[\d.]+/g)?.map(Number) ?? []
    const turns = [...avatar.matchAll(/--turn: (\d+);/g)].map(([, turn]) => Number(turn))
    expect(turns.length).toBeGreaterThan(4)
    for (const turn of turns)
      for (const surface of opaque) {
        const turned = `${lightness} ${Number(chroma) * Number(mixed)} ${Number(hue) + turn}`
        const ground = readOklch(`oklch(${turned} / ${opacity}%)`, colour(surface))
        expect(contrast(readOklch(`oklch(${turned})`), ground), `${turn} on ${surface}`).toBeGreaterThanOrEqual(AA)
      }
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

test('a background without a text colour of its own is a surface, or has no text on it', () => {
  // A new name here is a dot, a bar or a line. A background for content is called a surface or a wash.
  expect(withoutText).toEqual([
    'accent',
    'bad',
    'good',
    'info',
    'line',
    'line-control-hover',
    'line-strong',
    'on-accent',
    'scrim',
    'sky',
    'sky-low',
    'still',
    'warn',
  ])
  // Programs choose these colours; the tests of the log view read what the browser makes of them.
  expect([...new Set(pairs.filter(({ ink }) => !themes.dark.has(ink)).map(({ ink }) => ink))]).toEqual(['ink'])
})

describe('an unreadable pair is found', () => {
  const found = (sheet: string) => unreadable(stylePairs([{ path: 'x.css', css: sheet }]).pairs, themes.light)

  test.each([
    ['in one rule', '.a { color: var(--line-control); background: var(--surface) }'],
    ['in two rules for one element', '.a { color: var(--line-control) } .a[data-on]:hover { background: var(--wash) }'],
    [
      'between an element and the surface around it',
      '.a { background: var(--canvas) } .b .c { color: var(--line-control) }',
    ],
    [
      'in a custom property of another rule',
      '.a { background: var(--canvas) } .b { color: var(--tone) } .c { --tone: var(--star) }',
    ],
    [
      'in one layer of a gradient',
      '.a { color: var(--text); background: linear-gradient(var(--text), var(--wash)), var(--surface) }',
    ],
    ['in a media query', '@media (width < 1024px) { .a { color: var(--on-accent); background: var(--canvas) } }'],
    ['in one of several selectors', 'p, .a { color: var(--edge-light) } .b { background: var(--surface-sunken) }'],
  ])('%s', (_, sheet) => {
    expect(found(sheet)).not.toEqual([])
  })

  test.each([
    [
      'a later state sets both',
      '.a { color: var(--text); background: var(--surface) } .a[data-on] { color: var(--on-accent); background: var(--accent) }',
    ],
    [
      'two states exclude each other',
      '.a[data-on="x"] { background: var(--accent); color: var(--on-accent) } .a[data-on="y"] { background: var(--canvas); color: var(--text) }',
    ],
    ['a control is inactive', '.a:disabled { color: var(--text-disabled); background: var(--surface) }'],
    ['a keyframe passes by', '@keyframes x { from { color: var(--canvas); background: var(--canvas) } }'],
  ])('but not where %s', (_, sheet) => {
    expect(found(sheet)).toEqual([])
  })
})
