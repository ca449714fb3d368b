import { readFileSync } from 'node:fs'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { serverKinds } from '../../server/kinds/server-kinds.ts'
import { consoleSlices } from '../../src/console-slices.ts'
import { permissions } from '../../src/contract/access.ts'
import { callManifest } from '../../src/contract/call-manifest.ts'
import { kindAudit } from '../../src/contract/kinds/kind-audit.ts'
import { kinds } from '../../src/contract/kinds/kinds.ts'
import { organizationEvent } from '../../src/contract/live.ts'
import { auditActions } from '../../src/contract/wire/audit.ts'
import { appTypeOf } from '../../src/rules/roles.ts'
import { projectFiles } from './project-files.ts'

/** The section "A kind of resource" of CONTRIBUTING.md, which names the files of a kind and the lists of all kinds. */
const section = /\n## A kind of resource\n([\s\S]*?)\n## /.exec(readFileSync('CONTRIBUTING.md', 'utf8'))?.[1] ?? ''
const namedIn = (text = '') =>
  [...text.matchAll(/`((?:src|server|ui|tests|docs)\/[\w./<>-]+)`/g)].map(([, path = '']) => path)
const [ofKind, ofLists] = section.split('one line in each of these lists')
const lists = namedIn(ofLists?.split('\n\n').find((part) => part.includes('|---')))
const own = namedIn(ofKind).map((path) => path.replace('<kinds>', 'saved-views').replace('<kind>', 'saved-view'))
const sources = projectFiles(/\.(tsx?|css|sql|json)$/)

test.each(kinds.map((kind) => [kind.name, kind] as const))('the kind %s is described everywhere', (name, kind) => {
  expect(permissions).toEqual(
    expect.arrayContaining([`${kind.permissions.prefix}.read`, `${kind.permissions.prefix}.write`]),
  )
  expect(appTypeOf(`${kind.permissions.prefix}.read`)).toBe(kind.appType)
  expect(auditActions).toEqual(
    expect.arrayContaining(Object.keys(kindAudit[name]).map((action) => `${name}.${action}`)),
  )
  const events = organizationEvent.options.map((option) => option.entries.kind.literal)
  expect(events).toEqual(expect.arrayContaining([`${name}Created`, `${name}Changed`, `${name}Removed`]))
  expect(Object.keys(callManifest)).toContain(kind.readOne)
  expect(Object.keys(consoleSlices)).toContain(kind.slice)
  const { table, organizationOf } = serverKinds[name]
  expect(Object.keys(getTableColumns(table))).toEqual(expect.arrayContaining(['id', 'organizationId', 'revision']))
  expect(organizationOf).toContain(`from ${getTableName(table)} `)
})

test('the third kind is in each list that CONTRIBUTING.md names', () => {
  expect(lists.length).toBeGreaterThan(5)
  for (const path of lists) {
    const text = sources.find((source) => source.path === path)?.text
    expect(text, `${path} exists`).toBeDefined()
    expect(text, path).toMatch(/saved-?view/i)
  }
})

test('no other file names the third kind, so adding a kind touches no other subject', () => {
  const named = sources.filter(({ path, text }) => /saved[-_]?views?/i.test(path + text)).map(({ path }) => path)
  const isOwn = (path: string) => own.some((start) => path.startsWith(start))
  const here = 'tests/checks/kinds.test.ts'
  expect(named.filter((path) => !isOwn(path) && !lists.includes(path) && path !== here)).toEqual([])
  for (const start of own)
    expect(
      named.some((path) => path.startsWith(start)),
      start,
    ).toBe(true)
})
