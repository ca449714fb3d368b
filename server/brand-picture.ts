import sanitize from 'sanitize-html'
import * as v from 'valibot'

/** Every browser gets it with the configuration. */
const MAX_CHARACTERS = 16_384
const SVG = 'http://www.w3.org/2000/svg'

const elements = [
  ...['svg', 'g', 'defs', 'title', 'desc', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask'],
]
const attributes = [
  ...['xmlns', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'id', 'transform', 'd', 'points', 'pathLength'],
  ...['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'offset', 'opacity', 'mask'],
  ...['fill', 'fill-rule', 'fill-opacity', 'clip-path', 'clip-rule', 'stop-color', 'stop-opacity', 'stroke'],
  ...['stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit', 'stroke-opacity', 'stroke-dasharray'],
  ...['gradientUnits', 'gradientTransform', 'clipPathUnits', 'maskUnits'],
]

/** A reference inside the picture, or no reference at all: nothing with a scheme, and no other host. */
const isSafeValue = (name: string, value: string): boolean =>
  name === 'xmlns' ? value === SVG : /^url\(#[\w-]+\)$/.test(value) || !/[:;@\\]|\/\/|url\(/i.test(value)

/** Returns the drawing, written again with nothing but what is listed; null if it contained anything else. */
const drawingOf = (source: string): string | null => {
  let isSafe = true
  let isSvg = false
  const drawing = sanitize(source, {
    allowedTags: elements,
    allowedAttributes: { '*': attributes },
    parser: { xmlMode: true },
    onOpenTag: (element, given) => {
      const all = Object.entries(given)
      isSvg ||= element === 'svg' && given.xmlns === SVG && given.viewBox !== undefined
      isSafe &&= elements.includes(element)
      isSafe &&= all.every(([name, value]) => attributes.includes(name) && isSafeValue(name, value))
    },
  }).trim()
  return isSafe && isSvg && drawing.startsWith('<svg') ? drawing : null
}

const isPath = (text: string): boolean => /^(?:\/[\w-][\w.-]*)+\.(?:svg|png|webp|jpe?g)$/.test(text)

/** A picture of a brand: inline SVG, which becomes a data URL, or the path of an image on this host. */
export const brandPicture = v.pipe(
  v.string(),
  v.maxLength(MAX_CHARACTERS, `must have at most ${MAX_CHARACTERS} characters`),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): string => {
    if (isPath(value)) return value
    const drawing = value.trimStart().startsWith('<svg') ? drawingOf(value) : null
    if (drawing !== null) return `data:image/svg+xml,${encodeURIComponent(drawing)}`
    addIssue({
      message:
        'must be an SVG with xmlns and viewBox and without scripts, styles and references to other files, or the path of an image on this host such as /brand/logo.svg',
    })
    return NEVER
  }),
)
