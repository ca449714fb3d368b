import { expect, test } from 'vitest'
import { signInErrorMessage } from '../../src/rules/sign-in-error-message.ts'
import { signInProviders } from '../../src/rules/sign-in-providers.ts'

test.each([['checker'], ['registration'], ['genesis']])('GitHub is not offered for a redirect to %s [A2.2]', (word) => {
  expect(signInProviders(`https://x.example/${word}?y`)).toStrictEqual(['google'])
})

test.each([[null], ['/harbour/dashboard']])(
  'Google and GitHub are offered for a redirect to %s [A1.1]',
  (redirectUrl) => {
    expect(signInProviders(redirectUrl)).toStrictEqual(['google', 'github'])
  },
)

test('an unknown error code gives the general message', () => {
  expect(signInErrorMessage('sign_in_failed')).toBe('Login failed. Try again.')
  expect(signInErrorMessage('constructor')).toBe('Login failed. Try again.')
})
