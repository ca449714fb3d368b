import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../../src/rules/yaml/parse-yaml.ts'
import { plainValueOf } from '../../../src/rules/yaml/plain-value.ts'

const messageOf = (text: string): string => {
  const parsed = parseYaml(text)
  return parsed.kind === 'problems' ? (parsed.problems[0]?.message ?? '') : 'accepted'
}
const parsedOf = (text: string) => {
  const parsed = parseYaml(text)
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems))
  return plainValueOf(parsed.value)
}
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

const tooDeep = 'The file is nested too deeply. The limit is 50 levels.'
const tooMany = 'The file has too many values.'
const laughs = lines(
  9,
  (at) =>
    `l${at}: &l${at} [${Array(9)
      .fill(at === 0 ? 'x' : `*l${at - 1}`)
      .join(', ')}]`,
)

describe('a hostile file is refused before it costs anything', () => {
  test.each([
    ['5 MB', 'a: b\n'.repeat(1_000_000), 'The file is too large. The limit is 1 MB.'],
    ['10,000 levels of lists', '['.repeat(10_000), tooDeep],
    ['10,000 levels of maps', '{a: '.repeat(10_000), tooDeep],
    ['10,000 levels on one line', '- '.repeat(10_000), tooDeep],
    ['10,000 levels of explicit keys', '? '.repeat(10_000), tooDeep],
    ['1,200 levels of indentation', lines(1200, (at) => `${' '.repeat(at)}a:`), tooDeep],
    ['exploding aliases', laughs, tooMany],
    ['levels by aliases', lines(2000, (at) => `l${at}: &l${at} [${at === 0 ? 1 : `*l${at - 1}`}]`), tooMany],
    [
      'merged aliases that explode',
      `a: &a\n${lines(200, (at) => `  k${at}: 1`)}\nb:\n${lines(200, (at) => `  c${at}: {<<: *a}`)}`,
      tooMany,
    ],
    ['an alias of itself', 'a: &a [*a]', 'The alias *a refers to nothing above it.'],
    ['70,000 keys', lines(70_000, (at) => `k${at}:`), tooMany],
    ['120,000 pairs of braces', '{}'.repeat(120_000), tooMany],
    ['several documents', 'a: 1\n---\nb: 1', 'Use one document. Remove the line “---”.'],
  ])('%s', (_what, text, message) => {
    expect(messageOf(text)).toContain(message)
  })
})

test('aliases and merged maps of an ordinary file are followed', () => {
  expect(parsedOf('a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3 }\nc: *a')).toEqual({
    a: { x: 1, y: 2 },
    b: { x: 1, y: 3 },
    c: { x: 1, y: 2 },
  })
  const first = { x: 1 }
  expect(parsedOf('a: &a { x: 1 }\nb: &b { x: 2, z: 2 }\nc: { <<: [*a, *b] }')).toMatchObject({ c: { ...first, z: 2 } })
})

test('values keep the form in which they are written', () => {
  expect(parsedOf('[1, 1.5, 1.10, 0644, 0x1F, 1e3, true, TRUE, yes, ~, "1", 010]')).toEqual([
    ...[1, 1.5, '1.10', '0644', '0x1F', '1e3', true, 'TRUE', 'yes', null, '1', '010'],
  ])
})
