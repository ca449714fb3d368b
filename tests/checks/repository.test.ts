import { describe, expect, test } from 'vitest'
import { lockGaps } from '../../scripts/lock-gaps.ts'
import { projectFiles } from './project-files.ts'
import { violationsInText } from './violations-in-text.ts'

const [manifest] = projectFiles(/^package\.json$/)
const [lock] = projectFiles(/^package-lock\.json$/)
const packages: Record<string, unknown> = JSON.parse(manifest?.text ?? '{}')

test('every dependency is pinned to an exact version', () => {
  const declared = ['dependencies', 'devDependencies', 'overrides'].flatMap((kind) =>
    Object.entries(packages[kind] ?? {}),
  )
  expect(declared.length).toBeGreaterThan(0)
  expect(declared.filter(([, version]) => !/^(npm:(@?[\w-]+\/?)+@)?\d+\.\d+\.\d+[\w.-]*$/.test(version))).toEqual([])
})

test('the lock file contains no registry URL, so that any registry works', () => {
  expect(lock?.text).toContain('"lockfileVersion": 3')
  expect(lock?.text).not.toContain('"resolved"')
  expect(lock?.text.match(/https?:\/\/[^"]*\.tgz/g)).toBeNull()
})

test('the lock file has an entry for every package on every platform, as npm ci requires', () => {
  expect(lockGaps(JSON.parse(lock?.text ?? '')).map(({ key }) => key)).toEqual([])
  const torn = { packages: { 'node_modules/a': { optionalDependencies: { 'a-darwin-x64': '1.0.0' } } } }
  expect(lockGaps(torn)).toMatchObject([{ key: 'node_modules/a-darwin-x64', version: '1.0.0' }])
})

test('no file contains a secret, a path of one machine or an unfinished note', () => {
  const files = projectFiles(/\.(tsx?|mjs|json|css|html|sql|md|ya?ml|sh|svg)$|^\.[\w/]+$|^[A-Z]+$/)
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap(violationsInText)).toEqual([])
})

describe('finds violations', () => {
  test.each([
    ['a private key', `-----BEGIN ${'RSA PRIVATE'} KEY-----`],
    ['a key of a cloud', `const key = '${'AKIA'}IOSFODNN7EXAMPLE'`],
    ['a token of a git host', `${'ghp'}_${'a1B2'.repeat(9)}`],
    ['a live key of a card processor', `${'sk_live'}_${'a1B2'.repeat(6)}`],
    ['a password in an address', `postgres://admin:${'hunter22'}@db.example.com/x`],
    ['a home folder', `import x from '/${'home'}/someone/x.ts'`],
    ['a note to finish later', `// ${'TO'}DO: finish`],
    ['a note to mend later', `// ${'FIX'}ME`],
  ])('%s', (_, text) => {
    expect(violationsInText({ path: 'x.ts', text: `first line\n${text}\n` })).toHaveLength(1)
  })

  test('ordinary text has no violations', () => {
    const text = 'postgres://localhost/x\nexport const methodology = "todos"\nconst home = process.env.HOME\n'
    expect(violationsInText({ path: 'x.ts', text })).toEqual([])
  })
})
