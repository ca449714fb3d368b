import type { BrowserContext, Page } from '@playwright/test'
import { isLongRun, loops } from '../long-runs.ts'
import { scaleToLoad } from '../scale-to-load.ts'
import { expect, test } from './fixtures/console-test.ts'
import { callAs, createOrganization, signIn, unique } from './fixtures/users.ts'

const TABS = isLongRun ? 10 : 4
const STEPS = loops(50)
const AGREED_MS = 1000
const SIGNED_OUT_WITHIN_MS = 1000

/** A user with two organisations; the mark is part of both names, and of nothing that belongs to another user. */
interface TestAccount {
  name: string
  mark: string
  id: string
  usernames: string[]
}

/**
 * Records in each tab, on every change of the page, when marks of two users are visible or a mark stays after sign-out.
 */
const watchMarks = (context: BrowserContext, marks: string[]) =>
  context.addInitScript(
    ({ known, signedOutWithinMs }) => {
      const violations: string[] = []
      Object.assign(window, { violations })
      let foreignSinceMs: number | null = null
      const check = () => {
        const text = document.body?.textContent ?? ''
        const seen = known.filter((mark) => text.includes(mark))
        if (seen.length > 1) violations.push(`two people at once: ${seen.join(' and ')}`)
        const isSignedOut = localStorage.getItem('jwt-token') === null
        foreignSinceMs = isSignedOut && seen.length > 0 ? (foreignSinceMs ?? performance.now()) : null
        if (foreignSinceMs !== null && performance.now() - foreignSinceMs > signedOutWithinMs)
          violations.push(`still shown: ${seen}`)
      }
      const frame = () => {
        check()
        requestAnimationFrame(frame)
      }
      new MutationObserver(check).observe(document, { subtree: true, childList: true, characterData: true })
      requestAnimationFrame(frame)
    },
    { known: marks, signedOutWithinMs: scaleToLoad(SIGNED_OUT_WITHIN_MS) },
  )

const createAccount = async (page: Page, mark: string): Promise<TestAccount> => {
  const name = unique(mark)
  await signIn(page, name)
  const usernames: string[] = []
  for (const place of ['North', 'South'])
    usernames.push((await createOrganization(page, unique(`${mark} ${place}`))).profile.username)
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  await page.goto('/logout')
  await page.waitForURL('**/login')
  return { name, mark, id: user._id, usernames }
}

/**
 * Returns the mark of the user whom a tab shows; on a page without a mark, that of its token; `nobody` on the login
 * page.
 */
const visibleAccount = (page: Page, accounts: readonly TestAccount[]): Promise<string> =>
  page.evaluate(
    (known) => {
      const text = document.body?.textContent ?? ''
      const seen = known.find(({ mark }) => text.includes(mark))
      if (seen) return seen.mark
      const { pathname } = window.location
      const isBetween = pathname.startsWith('/choose-') && text.includes('Console')
      const payload = localStorage.getItem('jwt-token')?.split('.')[1] ?? ''
      const named = known.find(({ id }) => payload !== '' && atob(payload).includes(id))
      if (isBetween && named) return named.mark
      return pathname === '/login' && named === undefined ? 'nobody' : `${pathname} without anybody`
    },
    accounts.map(({ mark, id }) => ({ mark, id })),
  )

test(`${TABS} tabs agree on who is signed in through many changes, and none shows two users [A4.3, A4.4, A4.5]`, async ({
  browser,
  baseURL,
}) => {
  // Each step has its own limit; a long run takes long on a busy machine.
  test.setTimeout(900_000)
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const maker = await context.newPage()
  const accounts = [await createAccount(maker, 'Alderney'), await createAccount(maker, 'Biscay')]
  const marks = accounts.map(({ mark }) => mark)
  await watchMarks(context, marks)
  const tabs = [maker]
  while (tabs.length < TABS) tabs.push(await context.newPage())
  for (const tab of tabs) await tab.goto('/login')

  let seed = 7
  const any = <T>(of: readonly T[]): T => {
    seed = (seed * 16_807) % 2_147_483_647
    return of[seed % of.length] as T
  }
  let present: TestAccount | null = null
  const tookMs: number[] = []

  const enter = async () => {
    present = any(accounts)
    await any(tabs).goto(`/api/auth/github/login?sandbox_user=${encodeURIComponent(present.name)}`)
  }
  const signOut = async () => {
    const tab = any(tabs)
    present = null
    await tab.goto('/logout')
  }
  const expire = async () => {
    const tab = any(tabs)
    const token = await tab.evaluate(() => localStorage.getItem('jwt-token'))
    const { sid } = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())
    present = null
    await callAs(tab, 'DELETE', `auth/sessions/${sid}`)
  }
  const move = async (account: TestAccount) => {
    await any(tabs).goto(`/${any(account.usernames)}/dashboard`)
  }

  for (let step = 0; step < STEPS; step += 1) {
    const account = present as TestAccount | null
    await (account === null ? enter() : any([enter, signOut, expire, () => move(account), () => move(account)])())
    const begunMs = Date.now()
    const expectedMark = (present as TestAccount | null)?.mark ?? 'nobody'
    await expect
      .poll(async () => new Set(await Promise.all(tabs.map((tab) => visibleAccount(tab, accounts)))), {
        message: `step ${step}: ${expectedMark}`,
        timeout: 15_000,
        intervals: [50],
      })
      .toEqual(new Set([expectedMark]))
    tookMs.push(Date.now() - begunMs)
  }
  const violations = await Promise.all(
    tabs.map((tab) => tab.evaluate(() => (window as unknown as { violations: string[] }).violations)),
  )
  expect(violations.flat()).toEqual([])
  tookMs.sort((a, b) => a - b)
  const median = tookMs[Math.floor(tookMs.length / 2)] ?? Infinity
  test
    .info()
    .annotations.push({ type: 'agreed after', description: `median ${median} ms, at most ${tookMs.at(-1)} ms` })
  expect(median, `ms: ${tookMs.join(' ')}`).toBeLessThan(scaleToLoad(AGREED_MS))
  await context.close()
})
