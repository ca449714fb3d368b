import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionOfToken, tokenClaims } from '../../src/rules/token-claims.ts'

const tokenOf = (payload: object | string) =>
  `h.${Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)).toString('base64url')}.s`
const ascii = fc.stringMatching(/^[ -~]{0,20}$/)

test('the claims are read from any base64url payload, and the expiry is in milliseconds', () => {
  fc.assert(
    fc.property(ascii, ascii, fc.nat(), (sid, sub, exp) => {
      expect(tokenClaims(tokenOf({ sid, sub, exp, iss: 'longshore' }))).toStrictEqual({
        sessionId: sid,
        userId: sub,
        expiresAtMs: exp * 1000,
      })
    }),
  )
  expect(tokenClaims(tokenOf({ sid: '???>>>~~~', sub: '>>>???~~~', exp: 1 }))).toMatchObject({ sessionId: '???>>>~~~' })
})

test.each([
  ['lsk_an_api_key'],
  [''],
  ['a.b'],
  ['a.%.c'],
  [tokenOf('not json')],
  [tokenOf('null')],
  [tokenOf({ sid: 'one', exp: 1 })],
  [tokenOf({ sid: 'one', sub: 'ada', exp: '1' })],
])('%s has no claims, and is a session of its own', (token) => {
  expect(tokenClaims(token)).toBeNull()
  expect(sessionOfToken(token)).toBe(token)
})

test('a renewed token has the session of the first', () => {
  const session = (exp: number) => sessionOfToken(tokenOf({ sid: 'one', sub: 'ada', exp }))
  expect([session(1), session(2)]).toEqual(['one', 'one'])
})
