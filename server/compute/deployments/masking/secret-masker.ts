import type { DeploymentValues } from '../deployment-secrets.ts'
import { coloursOf, type Span, visibleTexts } from './visible-text.ts'

/** Replaces secret values in a line of text. */
export type Masker = (line: string) => string

const MASK = '••••••'
/** Shorter values would mask ordinary text. */
const MIN_LENGTH = 4
/** A line of wrapped base64 that is this long is not a coincidence. */
const MIN_ENCODED_LINE = 16

const none: Masker = (line) => line

/**
 * Returns a masker for values that must not be in logs. It works on whole lines, which splitting into writes does not
 * change, and finds a value as it is, by each of its lines, quoted for JSON or a URL, and in base64 at any offset of a
 * longer text, also with colours and control characters within. In a line that was cut it also finds the beginning of a
 * value at the end.
 */
export function createMasker(secrets: readonly string[]): Masker {
  const values = [...new Set(secrets.flatMap(linesOf))].filter(isLongEnough)
  if (values.length === 0) return none
  const encoded = secrets.filter(isLongEnough).flatMap(wholeBase64)
  const needles = [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const visibleNeedles = [...new Set([...needles, ...needles.flatMap(visibleForms)])].filter(isLongEnough)

  return (line) => {
    const [, text = line, cut = ''] = /^([\s\S]*)( … \[\d+ bytes truncated\])$/.exec(line) ?? []
    const visible = visibleTexts(text)
    if (isEncodedLine(text) || visible.some((one) => isEncodedLine(one.text))) return MASK + cut
    const isCut = cut !== ''
    const spans = spansOf(text, needles, isCut)
    for (const one of visible) spans.push(...one.spansOf(joined(spansOf(one.text, visibleNeedles, isCut))))
    return (spans.length === 0 ? text : replaced(text, joined(spans))) + cut
  }

  /** A line of base64 that was wrapped, as `base64` prints it. */
  function isEncodedLine(line: string): boolean {
    const word = line.trim()
    return word.length >= MIN_ENCODED_LINE && encoded.some((whole) => whole.includes(word))
  }
}

const isLongEnough = (value: string): boolean => value.length >= MIN_LENGTH

function spansOf(text: string, needles: readonly string[], isCut: boolean): Span[] {
  const spans: Span[] = []
  for (const needle of needles) {
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
      spans.push([at, at + needle.length])
    const cutAt = isCut ? text.length - lengthOfEnd(text, needle) : text.length
    if (cutAt < text.length) spans.push([cutAt, text.length])
  }
  return spans
}

/** Returns how many characters at the end of a text are the beginning of the needle. */
function lengthOfEnd(text: string, needle: string): number {
  for (let length = Math.min(needle.length - 1, text.length); length >= MIN_LENGTH; length -= 1)
    if (text.endsWith(needle.slice(0, length))) return length
  return 0
}

/** Returns spans in order, and those that overlap as one. */
function joined(spans: Span[]): Span[] {
  if (spans.length === 0) return spans
  const parts: [start: number, end: number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = parts.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else parts.push([start, end])
  }
  return parts
}

/** Colours that begin or end within a replaced part still do. */
function replaced(text: string, parts: readonly Span[]): string {
  let masked = ''
  let from = 0
  for (const [start, end] of parts) {
    masked += text.slice(from, start) + MASK + coloursOf(text.slice(start, end))
    from = end
  }
  return masked + text.slice(from)
}

/** Returns the values of a deployment that nobody may read. */
export const secretValues = ({ variables, files, credentials }: DeploymentValues): string[] => [
  ...variables.filter(({ isSecret }) => isSecret).map(({ value }) => value),
  ...files.filter(({ isSecret }) => isSecret).map(({ content }) => content),
  ...(credentials ? [credentials.password] : []),
]

/** Logs are split into lines, so the lines of a longer value are found one by one. */
const linesOf = (value: string): string[] => value.split(/[\r\n]+/).map((line) => line.trim())

/** A value itself can hold characters that are not shown. */
const visibleForms = (value: string): string[] => visibleTexts(value).map(({ text }) => text)

const formsOf = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value.toWellFormed()),
  ...base64Forms(value),
]

/**
 * Base64 encodes three bytes as four characters, so a value in a longer text is encoded in one of three ways. The
 * characters at its ends that also depend on the text around it are left out.
 */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
    const first = offset === 0 ? 0 : offset + 1
    const last = (bytes.length + offset) % 3 === 0 ? whole.length : whole.length - 1
    const inner = whole.slice(first, last)
    return inner.length < MIN_LENGTH ? [] : [inner, urlSafe(inner)]
  })
}

const wholeBase64 = (value: string): string[] => {
  const whole = Buffer.from(value).toString('base64')
  return [whole, urlSafe(whole)]
}

const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')
