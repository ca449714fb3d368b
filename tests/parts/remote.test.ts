import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { idle, loaded, type RemoteData, toFailed, toLoading } from '../../src/core/remote-data.ts'
import { Remote } from '../../ui/parts/waiting/remote.tsx'

const atMs = new Date(2026, 10, 2, 14, 5).getTime()
const names = loaded(['Shop', 'Blog'], atMs)
const offline = { kind: 'offline' } as const

type Props = Partial<Parameters<typeof Remote<string[]>>[0]>

const usual = {
  retry: () => {},
  title: 'The names could not be loaded',
  loading: 'A skeleton',
  children: (value: string[]) => value.join(' and '),
}

const textOf = (data: RemoteData<string[]>, props: Props = {}) =>
  renderToStaticMarkup(createElement(Remote<string[]>, { ...usual, data, ...props })).replaceAll(/<[^>]*>/g, ' ')

test('shows the placeholder during the first load, and the value during a reload', () => {
  expect([textOf(idle), textOf(toLoading(idle))]).toEqual(['A skeleton', 'A skeleton'])
  expect(textOf(names)).toBe('Shop and Blog')
  expect(textOf(toLoading(names))).toBe('Shop and Blog')
})

test('shows a failure with Retry, and below it the older value with its age', () => {
  const first = textOf(toFailed(idle, offline))
  expect(first).toContain('The names could not be loaded')
  expect(first).toContain('Retry')
  expect(first).not.toContain('A skeleton')
  expect(first).not.toContain('As of')
  const later = textOf(toFailed(names, offline))
  expect(later).toContain('As of 14:05.')
  expect(later).toContain('Retry')
  expect(later).toContain('Shop and Blog')
})

test('the empty state replaces a value, but not the placeholder', () => {
  expect(textOf(names, { empty: 'Nothing yet' })).toBe('Nothing yet')
  expect(textOf(names, { empty: false })).toBe('Shop and Blog')
  expect(textOf(toLoading(idle), { empty: 'Nothing yet' })).toBe('A skeleton')
})

test('a given value replaces the response, and without a placeholder the children are rendered while loading', () => {
  expect(textOf(names, { value: null })).toBe('A skeleton')
  expect(textOf(idle, { value: ['Kept'] })).toBe('Kept')
  expect(textOf(idle, { loading: undefined, children: 'A table' })).toBe('A table')
  expect(textOf(toFailed(idle, offline), { loading: undefined, children: 'A table' })).not.toContain('A table')
})
