import { isLongRun } from '../long-runs.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { signUpAndOpenDashboard } from './fixtures/users.ts'

/** Typing it repeats its own beginnings while it is cleared, as an address that arrives late does. */
const TEXT = 'sailor 0xde709f@test'
const ROUNDS = isLongRun ? 3 : 1
const KEY_MS = 15

test('search fields in the address keep every key on a slow processor, and typing leaves one entry in the history', async ({
  page,
}) => {
  test.slow()
  const { profile } = await signUpAndOpenDashboard(page)
  const devtools = await page.context().newCDPSession(page)
  for (const [path, label] of [
    ['members', 'Search members'],
    ['settings/audit-log', 'Search the log'],
  ] as const) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await navigateTo(page, `/${profile.username}/${path}`)
    const field = page.getByLabel(label)
    await field.focus()
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.keyboard.type(TEXT, { delay: KEY_MS })
      await expect(field).toHaveValue(TEXT)
      for (const _ of TEXT) await page.keyboard.press('Backspace', { delay: KEY_MS })
      await expect(field).toHaveValue('')
      await expect.poll(() => new URL(page.url()).search).toBe('')
    }
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goBack()
  await expect(page).toHaveURL(`/${profile.username}/members`)
})
