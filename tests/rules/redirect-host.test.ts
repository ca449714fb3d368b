import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redirectTo } from '../../src/rules/redirect-host.ts'

const hosts = ['good.example', '*.good.example', 'partner.example:8443', 'app-*.previews.example', 'localhost:3000']

test.each([
  ['https://good.example', 'https://good.example/'],
  ['https://good.example/a?b=c#d', 'https://good.example/a?b=c#d'],
  ['HTTPS://GOOD.EXAMPLE/', 'https://good.example/'],
  ['https://good.example:443/', 'https://good.example/'],
  ['https://deep.down.good.example/', 'https://deep.down.good.example/'],
  ['https://partner.example:8443/x', 'https://partner.example:8443/x'],
  ['https://app-pr-7.previews.example/', 'https://app-pr-7.previews.example/'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  // Browsers treat backslashes as slashes, and so does the check.
  ['https:\\\\good.example\\x', 'https://good.example/x'],
])('%s is allowed and normalised like in a browser [A5.12, A4.2]', (target, href) => {
  expect(redirectTo(target, hosts)).toBe(href)
})

test.each([
  ['https://good.example@evil.example/'],
  ['https://good.example:pw@evil.example/'],
  ['https://user@good.example/'],
  ['//good.example/x'],
  ['//evil.example'],
  ['\\\\evil.example'],
  ['https:/\\evil.example'],
  ['https://evil.example\\@good.example/'],
  ['https://evil.example/good.example'],
  ['https://evil.example?good.example'],
  ['https://evil.example#good.example'],
  ['https://good.example.evil.example/'],
  ['https://notgood.example/'],
  ['https://good.example./'],
  ['https://.good.example/'],
  ['https://good.example:8080/'],
  ['https://partner.example/'],
  ['https://app-.previews.example/'],
  ['https://app-x.y.previews.example/'],
  ['https://app-x.previews.example.evil.example/'],
  ['http://good.example/'],
  ['http://localhost:3001/'],
  ['https://gооd.example/'],
  ['https://xn--gd-jlca.example/'],
  ['https://good。example.evil.example/'],
  ['https://good.example%00.evil.example/'],
  ['javascript:alert(1)'],
  ['javascript://good.example/%0aalert(1)'],
  ['data:text/html,x'],
  ['blob:https://good.example/x'],
  ['ftp://good.example/'],
  ['https://['],
  ['good.example'],
  [''],
])('%s is rejected [A5.12]', (target) => {
  expect(redirectTo(target, hosts)).toBeNull()
})

test('every allowed URL has a listed host and no user name or password [A5.12]', () => {
  const pieces = fc.constantFrom(
    'good.example',
    'evil.example',
    '@',
    ':',
    '/',
    '\\',
    '.',
    '#',
    '?',
    '%2e',
    'https:',
    '//',
  )
  const target = fc.oneof(
    fc.webUrl(),
    fc
      .array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 9 })
      .map((parts) => `https://${parts.join('')}`),
  )
  fc.assert(
    fc.property(target, (address) => {
      const href = redirectTo(address, ['good.example', '*.good.example'])
      if (href === null) return
      const { hostname, protocol, username, password, port } = new URL(href)
      expect(hostname === 'good.example' || hostname.endsWith('.good.example')).toBe(true)
      expect([protocol, username, password, port]).toEqual(['https:', '', '', ''])
    }),
    { numRuns: 2000 },
  )
})

test('returns null without a URL or without allowed hosts', () => {
  expect(redirectTo(null, hosts)).toBeNull()
  expect(redirectTo('https://good.example', [])).toBeNull()
})
