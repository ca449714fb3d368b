import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onOwnOrigin, redirectPath } from '../../src/rules/redirect-path.ts'

const origin = 'https://console.example:4600'

test.each([
  ['/harbour/dashboard?page=2#top', '/harbour/dashboard?page=2#top'],
  [`${origin}/harbour/dashboard`, '/harbour/dashboard'],
  ['harbour', '/harbour'],
  ['/harbour/docs/api', '/harbour/docs/api'],
  ['', '/'],
])('%s is a page of this console [A4.2]', (target, path) => {
  expect(redirectPath(target, origin)).toBe(path)
})

test.each([
  ['https://evil.example/x'],
  ['//evil.example/x'],
  ['\\\\evil.example/x'],
  ['/\\evil.example'],
  ['https://console.example/x'],
  ['http://console.example:4600/x'],
  ['https://console.example:4600@evil.example/'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['http://['],
  ['/api/auth/github/login'],
  ['/api'],
  ['/docs/guide/logs'],
  ['/docs?q=logs'],
  ['//console.example:4600//api/docs'],
  ['/socket.io/'],
])('%s is rejected [A5.12]', (target) => {
  expect(redirectPath(target, origin)).toBeNull()
})

test('returns null without a URL', () => {
  expect(redirectPath(null, origin)).toBeNull()
})

test('every returned path stays on this origin [A5.12]', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.constantFrom('/', '//', '\\', '/.//').chain((start) => fc.string().map((rest) => start + rest)),
      ),
      (target) => {
        const path = redirectPath(target, origin)
        if (path !== null) expect(new URL(path, origin).origin).toBe(origin)
      },
    ),
  )
})

test('a path never names another host', () => {
  fc.assert(
    fc.property(fc.string(), (rest) => {
      const url = new URL('https://a.example')
      url.pathname = `//${rest}`
      expect(new URL(onOwnOrigin(url.pathname), origin).origin).toBe(origin)
    }),
  )
})
