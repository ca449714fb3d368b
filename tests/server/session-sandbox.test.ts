import { afterAll, beforeAll, expect, test } from 'vitest'
import { providers } from '../../src/contract/wire/account.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { smallBrowser } from './small-browser.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

test.each(providers)('[A2.15] a new person signs in with %s through the whole code flow', async (provider) => {
  const browser = smallBrowser(harness.origin)
  const page = await browser.open(`/api/auth/${provider}/login`)
  expect(page.body, harness.logged.join('')).toContain('Sandbox')
  const back = await browser.send(page, { name: `Grace ${provider}` })
  expect(back.url.href, harness.logged.join('') + back.body).toContain(`/callback/${provider}?token=`)
})
