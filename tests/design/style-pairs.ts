import postcss, { type Rule } from 'postcss'

export interface StyleSheet {
  path: string
  css: string
}

/** A text colour and the layers behind it, the upper one first, all of them names of tokens. */
export interface Pair {
  ink: string
  ground: readonly string[]
  /** The selectors that set them. */
  at: string
}

/** One selector: what has to hold of an element and its ancestors, and what it then gets. */
interface Style {
  path: string
  selector: string
  conditions: ReadonlySet<string>
  declared: ReadonlyMap<string, string>
}

/** WCAG exempts inactive controls; the browser draws selected text and pictures. */
const exempt = /disabled|::selection|::(-webkit|-moz)/
const none = /^(transparent|none|inherit|currentcolor|white|black)$/

/** Returns every pair that an element sets itself, every other text colour on every surface, and other backgrounds. */
export const stylePairs = (sheets: readonly StyleSheet[]): { pairs: Pair[]; withoutText: string[] } => {
  const elements = sheets.flatMap((sheet) => {
    const styles = stylesOf(sheet)
    return styles.flatMap((style) => resolve(effectiveStyle(style, styles), styles))
  })
  const own = elements.flatMap(({ at, ink, ground }) => (ink && ground ? stacks(ground).map(pair(ink, at)) : []))
  const inks = elements.filter(({ ink, ground }) => ink && !ground)
  const grounds = elements.filter(({ ink, ground }) => ground && !ink).flatMap(({ ground }) => stacks(ground ?? ''))
  const surfaces = grounds.filter(([upper = '']) => isSurface(upper))
  const inherited = inks.flatMap(({ at, ink = '' }) => surfaces.map(pair(ink, at)))
  const withoutText = grounds.flatMap(([upper = '']) => (isSurface(upper) ? [] : [upper]))
  return { pairs: distinct([...own, ...inherited]), withoutText: [...new Set(withoutText)].sort() }
}

/** Backgrounds of these names have content on them. Others are dots, bars and lines, unless a text colour is set too. */
const isSurface = (token: string): boolean => /^(canvas|surface|.*wash)/.test(token)

const pair = (ink: string, at: string) => (ground: readonly string[]) => ({ ink: tokenIn(ink), ground, at })

const distinct = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.filter(({ ink }) => ink !== '').map((one) => [`${one.ink} ${one.ground}`, one])).values(),
]

const stylesOf = ({ path, css }: StyleSheet): Style[] => {
  const styles: Style[] = []
  postcss.parse(css).walkRules((rule) => {
    if (isKeyframe(rule)) return
    const declared = new Map<string, string>()
    rule.each((node) => {
      if (node.type === 'decl') declared.set(node.prop === 'background-color' ? 'background' : node.prop, node.value)
    })
    for (const selector of rule.selectors)
      if (!exempt.test(selector)) styles.push({ path, selector, conditions: conditionsOf(selector), declared })
  })
  return styles
}

const isKeyframe = ({ parent }: Rule): boolean =>
  parent?.type === 'atrule' && 'name' in parent && parent.name === 'keyframes'

/** Splits the last compound of a selector into its parts; each ancestor is one condition. */
const conditionsOf = (selector: string): ReadonlySet<string> => {
  const compounds = selector.split(/\s*[\s>+~]\s*(?![^([]*[\])])/)
  const parts = compounds.at(-1)?.match(/\[[^\]]*\]|:{1,2}[\w-]+(\([^)]*\))?|[.#]?[\w-]+|\*/g) ?? []
  return new Set([...parts, ...compounds.slice(0, -1).map((ancestor) => `in ${ancestor}`)])
}

interface Element {
  at: string
  ink: string | undefined
  ground: string | undefined
  locals: ReadonlyMap<string, string>
}

/** Applies the cascade: an element that meets these conditions gets the styles of all subsets of them. */
const effectiveStyle = ({ path, selector, conditions }: Style, styles: readonly Style[]): Element => {
  const applied = styles
    .filter(
      (style) =>
        [...style.conditions].every((condition) => conditions.has(condition)) &&
        isPseudoElement(style) === isPseudoElement({ conditions }),
    )
    .sort((one, other) => one.conditions.size - other.conditions.size)
  const all = new Map(applied.flatMap(({ declared }) => [...declared]))
  const colour = (property: string) => {
    const value = all.get(property)
    return value === undefined || none.test(value) || value.includes('oklch(from') ? undefined : value
  }
  return { at: `${path} ${selector}`, ink: colour('color'), ground: colour('background'), locals: all }
}

const isPseudoElement = ({ conditions }: Pick<Style, 'conditions'>): boolean =>
  [...conditions].some((condition) => condition.startsWith('::'))

/** Replaces custom properties of the file. Those that an ancestor sets have one of the values in the file. */
const resolve = (element: Element, styles: readonly Style[]): Element[] => {
  const values = [element.ink, element.ground].filter((value) => value !== undefined)
  const names = values.flatMap((value) => [...value.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  const missing = names.filter((name) => styles.some(({ declared }) => declared.has(name)) && !element.locals.has(name))
  const from = styles.filter(({ declared }) => missing.length > 0 && missing.some((name) => declared.has(name)))
  return (from.length === 0 ? [element.locals] : from.map(({ declared }) => declared)).map((locals) => {
    const replace = (value: string | undefined) =>
      value?.replace(/var\((--[\w-]+)\)/g, (whole, name) => element.locals.get(name) ?? locals.get(name) ?? whole)
    return { ...element, ink: replace(element.ink), ground: replace(element.ground) }
  })
}

/** Returns the layers of a background, once for each stop of a gradient. */
const stacks = (background: string): string[][] => {
  const [, stops, below] =
    /^linear-gradient\((.*)\), (var\([^)]*\))$/.exec(background) ?? /^linear-gradient\((.*)\)$/.exec(background) ?? []
  const uppers = stops === undefined ? [background] : [...stops.matchAll(/var\(--[\w-]+/g)].map(([name]) => name)
  return uppers.map((upper) => [tokenIn(upper), ...(below === undefined ? [] : [tokenIn(below)])])
}

/** Returns the token of a value; what is mixed with transparent covers what scrolls beneath, and counts as opaque. */
const tokenIn = (value: string): string => /var\(--([\w-]+)/.exec(value)?.[1] ?? ''
