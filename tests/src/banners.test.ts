import { expect, test } from 'vitest'
import { banners } from '../../src/banners/banners.ts'
import type { Banner } from '../../src/contract/wire/banner.ts'
import { modals } from '../../src/modals/modals.ts'
import { toasts } from '../../src/toasts/toasts.ts'

const banner = (_id: string, active = false): Banner => ({ _id, active, title: _id, text: '', link: null })
const three = [banner('a', true), banner('b'), banner('c')]
const activeIn = (rows: Banner[]) => rows.filter(({ active }) => active).map(({ _id }) => _id)

test('selecting a banner deactivates the others; an unknown banner changes nothing [A4.12]', () => {
  expect(activeIn(banners.reduce(three, { type: 'ui/bannerSelected', id: 'c' }))).toEqual(['c'])
  expect(banners.reduce(three, { type: 'ui/bannerSelected', id: 'z' })).toBe(three)
})

test('a visited banner is removed, and the first of the others becomes active [A4.12]', () => {
  const visited = (id: string) =>
    banners.reduce(three, {
      type: 'api/visitBanner.succeeded',
      input: { id },
      response: { message: '' },
      atMs: 0,
      requestId: '',
    })
  expect(activeIn(visited('a'))).toEqual(['b'])
  expect(activeIn(visited('b'))).toEqual(['a'])
  expect(visited('b')).toHaveLength(2)
})

test('a stopped sign-in opens a dialog instead of a toast; the dialog stays when the page changes [A8.22]', () => {
  for (const code of ['security_check', 'banned']) {
    const failedSignIn = { type: 'tab/signInFailed', code } as const
    const opened = modals.reduce([], failedSignIn)
    expect(opened).toEqual([{ kind: 'securityCheck', code }])
    expect(toasts.reduce([], failedSignIn)).toEqual([])
    const moved = modals.reduce([{ kind: 'palette' }, ...opened], {
      type: 'location/changed',
      path: '/login',
      query: '',
    })
    expect(moved).toEqual(opened)
  }
  expect(modals.reduce([], { type: 'tab/signInFailed', code: 'user_not_found' })).toEqual([])
})
