import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFiles } from './project-files.ts'

const record = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/
const records = projectFiles(record).sort((one, other) => one.path.localeCompare(other.path))
const [index] = projectFiles(/^docs\/decisions\/README\.md$/)

/** Returns the head of a record as the index lists it; undefined when a part is missing or malformed. */
function headOf({ path, text }: { path: string; text: string }) {
  const head = /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d\d-\d\d)\n\nStatus: (accepted|superseded by \d+)\n\n/.exec(text)
  const [, number = '', title = '', date = '', status = ''] = head ?? []
  const named = record.exec(path)?.[1]
  return head && Number(named) === Number(number) ? { number, title, date, status, path } : undefined
}

test('every decision has a number, a title, a date, a status and the three sections', () => {
  expect(records.length).toBeGreaterThan(60)
  expect(records.filter((file) => !headOf(file)).map(({ path }) => path)).toEqual([])
  const sections = ['## Context\n', '## Decision\n', '## Consequences\n']
  const incomplete = records.filter(({ text }) => sections.some((section) => !text.includes(section)))
  expect(incomplete.map(({ path }) => path)).toEqual([])
})

test('decisions are numbered from 1 without gaps, and the index lists exactly these', () => {
  const heads = records.flatMap((file) => headOf(file) ?? [])
  expect(heads.map(({ number }) => Number(number))).toEqual(heads.map((_, position) => position + 1))
  const rows = heads.map(
    ({ number, title, path, date, status }) =>
      `| ${number} | [${title}](${path.slice('docs/decisions/'.length)}) | ${date} | ${status} |`,
  )
  expect(index?.text.split('\n').filter((line) => /^\| \d/.test(line))).toEqual(rows)
  const others = projectFiles(/^docs\/decisions\//).filter(({ path }) => !record.test(path))
  expect(others.map(({ path }) => path)).toEqual(['docs/decisions/README.md'])
})

test('links between documents lead to files', () => {
  const links = projectFiles(/\.md$/).flatMap((file) => linksOf(file))
  expect(links.length).toBeGreaterThan(80)
  expect(links.filter((path) => !existsSync(path))).toEqual([])
})

describe('finds a malformed record', () => {
  const text = '# 7. A title\n\nDate: 2026-01-31\n\nStatus: superseded by 9\n\n## Context\n'
  test.each([
    ['a number that differs from its file name', text, 'docs/decisions/0008-a-title.md'],
    ['no date', text.replace(/Date.*/, ''), 'docs/decisions/0007-a-title.md'],
    ['an unknown status', text.replace('superseded by 9', 'old'), 'docs/decisions/0007-a-title.md'],
    ['no title', text.replace('A title', ''), 'docs/decisions/0007-a-title.md'],
  ])('%s', (_, malformed, path) => {
    expect(headOf({ path, text: malformed })).toBeUndefined()
    expect(headOf({ path: 'docs/decisions/0007-a-title.md', text })).toMatchObject({ number: '7', title: 'A title' })
  })
})

/** Returns the files that a document links to, and the documents and records that it names by path. */
function linksOf({ path, text }: { path: string; text: string }) {
  const linked = [...text.matchAll(/\]\((?!https?:|#|\/|mailto:)([^)\s#]+)(?:#[^)]*)?\)/g)]
  const named = [...text.matchAll(/`(docs\/[\w./-]+\.md)`/g)]
  return [...linked.map(([, target = '']) => join(dirname(path), target)), ...named.map(([, target = '']) => target)]
}
