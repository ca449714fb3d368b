import { describe, expect, test } from 'vitest'
import { findCycles } from './checks/floor-plan/find-cycles.ts'
import { findViolations } from './checks/floor-plan/find-violations.ts'
import { folderViolations, outdatedLimits } from './checks/floor-plan/large-folders.ts'
import { projectFiles } from './checks/project-files.ts'

/** Adds lines to a case, since files of one line are rejected too. */
const file = (path: string, text: string) => ({ path, text: `${text}\nconst more = 1\nconst most = 2` })
const none = file('src/core/bus.ts', 'export const bus = 1')

test('every file of the project follows the floor plan', () => {
  const sources = projectFiles(/\.(tsx?|mjs)$/)
  expect(sources.length).toBeGreaterThan(20)
  expect(findViolations(sources).map(({ rule, where, what }) => `${rule}: ${where}: ${what}`)).toEqual([])
  expect(outdatedLimits(sources.map(({ path }) => path))).toEqual([])
})

describe('rejected by the floor plan', () => {
  test.each([
    ['a static import', 'src/core/bus.ts', "import { x } from '../contract/x.ts'"],
    ['a type import', 'src/contract/x.ts', "import type { X } from '../rules/x.ts'"],
    ['an inline type import', 'src/rules/x.ts', "import { type X } from '../session/session-message.ts'"],
    ['an import for its effect', 'src/session/x.ts', "import '../../effects/x.ts'"],
    ['a re-export', 'streams/x.ts', "export { x } from '../effects/x.ts'"],
    ['a re-export of everything', 'effects/x.ts', "export * from '../ui/x.ts'"],
    ['a dynamic import', 'ui/x.tsx', "const x = () => import('../streams/x.ts')"],
    ['a dynamic import without a name', 'ui/x.tsx', 'const x = (y: string) => import(y)'],
    ['an import type', 'server/x.ts', "export type X = import('../src/session/session.ts').X"],
    ['a worker by address', 'ui/x.ts', "new Worker(new URL('../server/x.ts', import.meta.url))"],
    ['a hook in a part', 'ui/parts/x.ts', "import { useX } from '../hooks/use-x.ts'"],
    ['a page in a part', 'ui/parts/text/x.ts', "import { X } from '../../session/x.tsx'"],
    ['a page in a hook', 'ui/hooks/x.ts', "import { X } from '../session/x.tsx'"],
    ["the server's folder in the console", 'main.tsx', "import { x } from './server/x.ts'"],
    ["another subject's slice", 'src/session/x.ts', "import { y } from '../projects/projects.ts'"],
    ['a file in no layer', 'ui/x.ts', "import { y } from '../elsewhere/y.ts'"],
    ['React in src', 'src/session/x.ts', "import { useState } from 'react'"],
    ['a deep import of a foreign package', 'effects/x.ts', "import { x } from 'react-dom/client'"],
    ['a node module in the browser', 'streams/x.ts', "import { join } from 'node:path'"],
    ['the console in the server', 'server/x.ts', "import { useState } from 'react'"],
  ])('%s', (_, path, text) => {
    expect(findViolations([file(path, text)])).toMatchObject([{ rule: 'import' }])
  })

  test.each([
    ['a default export', 'default export', 'ui/x.tsx', 'export default function X() {}'],
    ['a renamed default export', 'default export', 'ui/x.tsx', 'const x = 1; export { x as default }'],
    ['a long file', 'length', 'ui/x.ts', 'const x = 1\n'.repeat(251)],
    ['a long test', 'length', 'tests/x.test.ts', 'const x = 1\n'.repeat(401)],
    ['a file in camelCase', 'name', 'ui/closeButton.tsx', ''],
    ['a folder in camelCase', 'name', 'ui/closeButton/button.tsx', ''],
    ['a folder of utils', 'name', 'ui/utils/x.ts', ''],
    ['helpers', 'name', 'server/http/helpers.ts', ''],
    ['a barrel', 'name', 'src/session/index.ts', ''],
    ['an identifier with an unclear word', 'word', 'ui/x.ts', 'const toldNews = 1'],
    ['a private member with an unclear word', 'word', 'ui/x.ts', 'class X { #heard = 1 }'],
    ['an attribute with an unclear word', 'word', 'ui/x.tsx', 'const x = <p data-wish="1" />'],
    ['a file name with an unclear word', 'word', 'ui/line-shelf.ts', ''],
    ['a subscription in a view', 'subscribe', 'ui/x.tsx', 'state$.subscribe(show)'],
    ['a subscription in an effect', 'subscribe', 'effects/x.ts', 'api?.close().pipe(x).subscribe()'],
    ['the clock in src', 'side effect', 'src/session/x.ts', 'const now = Date.now()'],
    ['the current date in src', 'side effect', 'src/session/x.ts', 'const now = new Date()'],
    ['randomness in src', 'side effect', 'src/rules/x.ts', 'const id = Math.random()'],
    ['the network in src', 'side effect', 'src/session/x.ts', "fetch('/api')"],
    ['a file at the top of src', 'layer', 'src/store.ts', ''],
    ['a folder without a layer', 'layer', 'library/x.ts', ''],
    ['a file with a syntax error', 'syntax', 'ui/x.ts', 'const ='],
  ])('%s', (_, rule, path, text) => {
    expect(findViolations([file(path, text)])).toMatchObject([{ rule }])
  })

  test('finds subjects that import one another in a cycle', () => {
    const arrow = (from: string, to: string) =>
      file(`src/${from}/x.ts`, `import type { X } from '../${to}/${to}-message.ts'`)
    expect(findViolations([arrow('a', 'b'), arrow('b', 'c')])).toEqual([])
    expect(findViolations([arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'a')])).toMatchObject([{ rule: 'cycle' }])
  })

  test('finds files that import one another in a cycle, also by types and on demand', () => {
    const arrow = (from: string, text: string) => file(`server/${from}.ts`, text)
    const files = [arrow('a', "import type { B } from './b.ts'"), arrow('b', "const c = () => import('./c.ts')")]
    expect(findViolations(files)).toEqual([])
    expect(findViolations([...files, arrow('c', "import './a.ts'")])).toMatchObject([
      {
        rule: 'cycle',
        where: 'server/a.ts',
        what: expect.stringContaining('server/b.ts → server/c.ts → server/a.ts'),
      },
    ])
  })

  test('rejects a file of one line besides its imports', () => {
    const text = "import { a } from './a.ts'\n\n/** Twice as much. */\nexport const b = a * 2\n"
    expect(findViolations([{ path: 'ui/x.ts', text }])).toMatchObject([{ rule: 'one line' }])
    expect(findViolations([{ path: 'tests/x.ts', text }])).toEqual([])
  })

  test('rejects a folder of more than a dozen modules, and an outdated list of exceptions', () => {
    const files = (count: number) => Array.from({ length: count }, (_, at) => `ui/x/file-${at}.ts`)
    expect(folderViolations(files(12), {})).toEqual([])
    expect(folderViolations(files(13), {})).toHaveLength(1)
    expect(folderViolations(files(13), { 'ui/x': 13 })).toEqual([])
    expect(folderViolations(files(14), { 'ui/x': 13 })).toHaveLength(1)
    expect(outdatedLimits(files(13), { 'ui/x': 13 })).toEqual([])
    expect(outdatedLimits(files(12), { 'ui/x': 13 })).toEqual(['ui/x'])
  })
})

describe('allowed by the floor plan', () => {
  test.each([
    ['a selector in a view', 'ui/x.tsx', "import { selectX } from '../src/session/select-x.ts'"],
    ["another subject's messages", 'src/session/x.ts', "import type { M } from '../projects/project-message.ts'"],
    ["another subject's selectors", 'src/session/x.ts', "import { s } from '../projects/select-project.ts'"],
    ['the joined subjects', 'src/state.ts', "import { session } from './session/session.ts'"],
    ['a style sheet', 'ui/x.tsx', "import styles from './x.module.css'"],
    ['the contract in the server', 'server/x.ts', "import { contract } from '../src/contract/contract.ts'"],
    ['everything in a test', 'tests/ui/x.e2e.ts', "import { x } from '../../server/x.ts'; import y from 'anything'"],
    ['a default export in settings', 'vite.config.ts', 'export default {}'],
    ['a subscription in a stream', 'streams/x.ts', 'socket$.subscribe(send)'],
    ['a date of a given time', 'src/rules/x.ts', 'const day = new Date(atMs).getUTCDate()'],
    ['a name of a library', 'ui/x.tsx', "import { Outlet } from 'react-router-dom'; const x = <Outlet />"],
    ['a longer word that contains another', 'ui/x.ts', 'const wishlist = 1, storytelling = 2'],
    ['a long test under its limit', 'tests/x.test.ts', 'const x = 1\n'.repeat(396)],
  ])('%s', (_, path, text) => {
    expect(findViolations([none, file(path, text)])).toEqual([])
  })
})

test('finds each cycle once, whatever its length', () => {
  const graph = (arrows: Record<string, string[]>) =>
    new Map(Object.entries(arrows).map(([from, to]) => [from, new Set(to)]))
  expect(findCycles(graph({ a: ['b'], b: ['c'], c: [] }))).toEqual([])
  expect(findCycles(graph({ a: ['b'], b: ['a'] }))).toEqual([['a', 'b']])
  expect(findCycles(graph({ b: ['c'], c: ['a'], a: ['b', 'c'] }))).toEqual([
    ['a', 'b', 'c'],
    ['a', 'c'],
  ])
})
