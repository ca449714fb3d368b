import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMasker } from '../../server/compute/deployments/masking/secret-masker.ts'
import { LineSplitter } from '../../server/compute/logs/reading/line-splitter.ts'
import { loops } from '../long-runs.ts'

const SECRET = 'p4ss/wörd+"quoted" & more'
const mask = createMasker([SECRET])
const MASK = '••••••'

const unseen = [
  '\u001b[31m',
  '\u001b[0m',
  '\u001b[38;5;208;1m',
  '\u001b[K',
  '\u001b[2;5H',
  '\u001b(B',
  '\u001b=',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://example.test\u001b\\',
  '\u0000',
  '\u0007',
  '\u0008',
  '\u007f',
  '\u0085',
  '\u00ad',
  '\u200b',
  '\u202e',
  '\u2060',
  '\ufeff',
]
const forms = [
  SECRET,
  JSON.stringify(SECRET).slice(1, -1),
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString('base64'),
  Buffer.from(`ada:${SECRET}`).toString('base64url'),
]

/** The lines that are stored of one output. */
const storedLines = (output: string, sizes: readonly number[] = [64]): string[] => {
  const splitter = new LineSplitter('stdout')
  const bytes = Buffer.from(`${output}\n`)
  const lines: string[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    const entry = { stream: 'stdout' as const, atNs: '1000000', bytes: bytes.subarray(at, at + size) }
    lines.push(...splitter.take(entry).map(({ text }) => text))
    at += size
  }
  return lines
}
const onlyMask = (line: string) => line.replaceAll(/\p{Cc}\[[\d;]*m/gu, '')

test.each(unseen)('%j within a secret does not show it', (sequence) => {
  const middle = `${SECRET.slice(0, 6)}${sequence}${SECRET.slice(6)}`
  const [line = ''] = storedLines(`before ${middle} after`)
  expect(onlyMask(mask(line))).toBe(`before ${MASK} after`)
})

test.each([
  ['an escaped colour', `p4ss/\\u001b[1mw\\u00f6rd\\u001B[0m+\\"quoted\\" & more`],
  ['escaped letters', 'p4ss\\/w\\u00f6rd\\u002b\\"quoted\\" \\u0026 more'],
  ['an escaped control character', 'p4ss/w\\u0000ö\\brd+\\"quoted\\" & more'],
])('a secret in JSON with %s is masked', (_, form) => {
  expect(mask(`{"message":"${form}","level":30}`).replaceAll(/\\u001b\[[\d;]*m/gi, '')).toBe(
    `{"message":"${MASK}","level":30}`,
  )
})

test('colours around and within a masked secret stay as they are', () => {
  expect(mask(`\u001b[1mkey\u001b[0m \u001b[31m${SECRET.slice(0, 5)}\u001b[32m${SECRET.slice(5)}\u001b[0m end`)).toBe(
    `\u001b[1mkey\u001b[0m \u001b[31m${MASK}\u001b[32m\u001b[0m end`,
  )
})

test('a secret with control characters of its own is masked', () => {
  const own = 'start\u0001\u001b[1mmiddle\u0000end'
  const [line = ''] = storedLines(`key ${own}.`)
  expect(createMasker([own])(line)).toBe(`key ${MASK}\u001b[1m.`)
})

test('a secret that begins as a sequence could continue is masked', () => {
  expect(createMasker(['mysecret'])('\u001b[31mysecret \u001b[mysecret')).toBe(`\u001b[31${MASK} \u001b[${MASK}`)
})

test('a shorter secret within a longer one leaves nothing of it', () => {
  expect(createMasker(['abcd', 'abcdefgh'])('abcd\u001b[0mefgh')).toBe(`${MASK}\u001b[0m`)
})

test('the beginning of a coloured secret at the end of a cut line is masked', () => {
  const cut = ' … [7 bytes truncated]'
  expect(mask(`x ${SECRET.slice(0, 4)}\u001b[0m${SECRET.slice(4, 9)}${cut}`)).toBe(`x ${MASK}\u001b[0m${cut}`)
})

test('a coloured line of wrapped base64 is masked', () => {
  const key = 'MIIEvQIBADANBgkq'.repeat(8)
  const [, second = ''] =
    Buffer.from(key)
      .toString('base64')
      .match(/.{1,60}/g) ?? []
  expect(createMasker([key])(`\u001b[33m${second.slice(0, 30)}\u001b[0m${second.slice(30)}`)).toBe(MASK)
})

const sizes = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 20 })
const around = fc.string({ maxLength: 12, unit: fc.constantFrom(...'abc [:;]0m1\\u"') })

test('whatever is not shown between its characters, no form of a secret can be read', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...forms),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...unseen)), { minLength: 1, maxLength: 12 }),
      around,
      sizes,
      (form, insertions, text, writes) => {
        const parts = [...form]
        for (const [at, sequence] of insertions) {
          const index = 1 + (at % (parts.length - 1))
          parts[index] = `${sequence}${parts[index]}`
        }
        const stored = storedLines(`${text} ${parts.join('')} ${text}`, writes)
        const readable = stored.map((line) => {
          const masked = mask(line)
          for (const sequence of unseen.map((one) => storedLines(`-${one}-`)[0]?.slice(1, -1) ?? one))
            expect(masked.split(sequence).join('')).not.toContain(form.slice(4, -4))
          return onlyMask(masked)
        })
        expect(readable.join('\n')).toContain(MASK)
      },
    ),
    { numRuns: loops(2000) },
  )
})

test('a line without a secret stays the same to the last byte', () => {
  const pieces = fc.constantFrom(...unseen, ...unseen.map((one) => JSON.stringify(one).slice(1, -1)), 'p4ss', '/w', 'x')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      for (const line of storedLines(parts.join(''))) expect(mask(line)).toBe(line)
    }),
    { numRuns: loops(2000) },
  )
})

test('only the secret is replaced, wherever colours are', () => {
  const sequence = fc.constantFrom('', ...unseen.filter((one) => one.endsWith('m')))
  fc.assert(
    fc.property(fc.tuple(sequence, sequence, sequence, sequence, sequence, sequence), ([a, b, c, d, e, f]) => {
      const line = `${a}one${b} ${c}${SECRET.slice(0, 8)}${d}${SECRET.slice(8)}${e} two${f}`
      expect(mask(line)).toBe(`${a}one${b} ${c}${MASK}${d}${e} two${f}`)
    }),
    { numRuns: loops(500) },
  )
})

test('a line full of coloured secrets takes no longer than its length justifies', () => {
  const secret = createMasker(['aaaa'])
  const line = 'aa\u001b[1maa '.repeat(6500)
  const startedAt = performance.now()
  expect(secret(line)).toBe(`${MASK}\u001b[1m `.repeat(6500))
  expect(performance.now() - startedAt).toBeLessThan(3000)
})
