import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { projectFiles } from './project-files.ts'

/** Returns the project files that a file imports statically, without type imports. */
const importsOf = (path: string): string[] => {
  if (!/\.tsx?$/.test(path)) return []
  const { module } = parseSync(path, readFileSync(path, 'utf8'))
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (moduleRequest && !isType ? moduleRequest.value : [])),
  )
  return [...imports, ...reexports]
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => normalize(join(dirname(path), specifier)))
}

const reachableFrom = (roots: readonly string[]): Map<string, string> => {
  const from = new Map(roots.map((root) => [root, '']))
  for (const path of from.keys()) for (const next of importsOf(path)) if (!from.has(next)) from.set(next, path)
  return from
}

/** Returns the files that a file imports dynamically. */
const fetchedBy = (path: string, text = readFileSync(path, 'utf8')): string[] =>
  [...text.matchAll(/import\('(\.[^']+)'\)/g)].map(([, specifier = '']) => normalize(join(dirname(path), specifier)))

const slices = importsOf('src/console-slices.ts')

test('no page outside the console imports a slice of the console', () => {
  const router = readFileSync('ui/shell/routes.tsx', 'utf8')
  const signedOut = router.slice(router.indexOf('const passingPages'), router.indexOf('const authorizations'))
  const pages = fetchedBy('ui/shell/routes.tsx', signedOut)
  expect(pages.length).toBeGreaterThan(7)
  expect(slices.length).toBeGreaterThan(5)
  const reached = reachableFrom([
    'main.tsx',
    'ui/shell/not-found-page.tsx',
    ...fetchedBy('ui/shell/root.tsx'),
    ...pages,
  ])
  expect(slices.filter((slice) => reached.has(slice)).map((slice) => `${slice} from ${reached.get(slice)}`)).toEqual([])
})

test('the pages of the console import every slice of the console', () => {
  const reached = reachableFrom(['ui/projects/dashboard/dashboard-page.tsx', 'console.ts'])
  expect(slices.filter((slice) => !reached.has(slice))).toEqual([])
})

test('effects are loaded with the console: the only dynamic imports of all effects are the parts of the contract', () => {
  const fetched = projectFiles(/^effects\/.*\.ts$/).flatMap(({ path, text }) => fetchedBy(path, text))
  expect(fetched).toEqual(['src/contract/parts/console-part.ts', 'src/contract/parts/further-part.ts'])
})
