import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFiles } from './project-files.ts'

const textOf = (path: string) => projectFiles(new RegExp(`^${path}$`))[0]?.text ?? ''

test('every file that the ASVS table names exists', () => {
  const named = textOf('docs/security-asvs\\.md').matchAll(/`((?:tests|server|src|scripts|docs)\/[\w./-]+)`/g)
  const paths = [...new Set([...named].map(([, path = '']) => path))]
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

test('the list of attacks names every test of its folder, and only existing tests', () => {
  const text = textOf('tests/security/README\\.md')
  const named = new Set([...text.matchAll(/`([\w/.-]+?)(?:\.test\.ts)?`/g)].map(([, path = '']) => path))
  const existing = projectFiles(/^tests\/security\/[\w-]+\.test\.ts$/).map(({ path }) =>
    path.slice('tests/security/'.length, -'.test.ts'.length),
  )
  expect(existing.length).toBeGreaterThan(30)
  expect(existing.filter((name) => !named.has(name))).toEqual([])
  const files = [...text.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, path = '']) => path)
  expect(files.filter((path) => !existsSync(path) && !existsSync(`tests/security/${path}`))).toEqual([])
})
