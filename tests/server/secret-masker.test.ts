import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMasker } from '../../server/compute/deployments/masking/secret-masker.ts'
import { LineSplitter } from '../../server/compute/logs/reading/line-splitter.ts'
import { loops } from '../long-runs.ts'

const SECRET = 'p4ss/wörd+"quoted" & more'
const mask = createMasker([SECRET])

test.each([
  ['as it is', SECRET],
  ['quoted for JSON', JSON.stringify(SECRET)],
  ['quoted for a URL', encodeURIComponent(SECRET)],
  ['in base64', Buffer.from(SECRET).toString('base64')],
  ['in base64 for URLs', Buffer.from(SECRET).toString('base64url')],
  ['in base64 of a header', Buffer.from(`ada:${SECRET}`).toString('base64')],
])('a secret is masked %s', (_what, form) => {
  const line = mask(`connecting with ${form} now`)
  expect(line).toMatch(/^connecting with .*•••.* now$/)
  expect(line).not.toContain(form.slice(4, -4))
})

test('each line of a longer secret is masked, and a line of its wrapped base64', () => {
  const key = `-----BEGIN KEY-----\n${'MIIEvQIBADANBgkq'.repeat(4)}\nabcdefghijklmnop\n-----END KEY-----`
  const masked = createMasker([key])
  for (const line of key.split('\n')) expect(masked(`> ${line}`)).toBe('> ••••••')
  const wrapped =
    Buffer.from(key)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  expect(wrapped.length).toBeGreaterThan(1)
  expect(masked(wrapped[1] ?? '')).toBe('••••••')
})

test('the beginning of a secret at the end of a cut line is masked', () => {
  expect(mask(`x ${SECRET.slice(0, 9)} … [7 bytes truncated]`)).toBe('x •••••• … [7 bytes truncated]')
  expect(mask(`x ${SECRET.slice(0, 9)}`)).toBe(`x ${SECRET.slice(0, 9)}`)
})

test('ordinary text and values of less than four characters stay', () => {
  expect(createMasker(['on', ''])('online again')).toBe('online again')
  expect(mask('listening on 8080')).toBe('listening on 8080')
})

test('however its output is split into writes, a secret is masked', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 4, maxLength: 30, unit: 'grapheme-ascii' }).filter((text) => text.trim() === text),
      fc.string({ maxLength: 10, unit: 'grapheme-ascii' }),
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 20 }),
      (secret, around, sizes) => {
        const masked = createMasker([secret])
        const bytes = Buffer.from(`[${around}]${secret}[${around}]\n`)
        const splitter = new LineSplitter('stdout')
        const lines: string[] = []
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          const entry = { stream: 'stdout' as const, atNs: '1000000', bytes: bytes.subarray(at, at + size) }
          lines.push(...splitter.take(entry).map(({ text }) => masked(text)))
          at += size
        }
        expect(lines.join('\n')).not.toContain(`]${secret}[`)
        expect(lines.join('\n')).toContain('••••••')
      },
    ),
    { numRuns: loops(1000) },
  )
})
