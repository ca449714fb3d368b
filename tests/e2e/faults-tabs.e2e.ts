import type { BrowserContext, Page } from '@playwright/test'
import { atPace } from '../at-pace.ts'
import { expect, test } from './fixtures/console-test.ts'
import { callAs, createOrganization, signIn, unique } from './fixtures/people.ts'

const TABS = 10
const STEPS = 50
const AGREED_MS = 1000
const GONE_MS = 1000

/** A person with two organisations; the mark is in the name of each, and in nothing of anybody else. */
interface Person {
  name: string
  mark: string
  id: string
  usernames: string[]
}

/** Tells in each tab, of every change of the page, whose marks are seen at once and for whom the tab keeps a token. */
const watchMarks = (context: BrowserContext, marks: string[]) =>
  context.addInitScript(
    ({ known, goneMs }) => {
      const faults: string[] = []
      Object.assign(window, { faults })
      let foreignSinceMs: number | null = null
      const look = () => {
        const text = document.body?.textContent ?? ''
        const seen = known.filter((mark) => text.includes(mark))
        if (seen.length > 1) faults.push(`two people at once: ${seen.join(' and ')}`)
        const isSignedOut = localStorage.getItem('jwt-token') === null
        foreignSinceMs = isSignedOut && seen.length > 0 ? (foreignSinceMs ?? performance.now()) : null
        if (foreignSinceMs !== null && performance.now() - foreignSinceMs > goneMs) faults.push(`still shown: ${seen}`)
      }
      const frame = () => {
        look()
        requestAnimationFrame(frame)
      }
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
      requestAnimationFrame(frame)
    },
    { known: marks, goneMs: atPace(GONE_MS) },
  )

const makePerson = async (page: Page, mark: string): Promise<Person> => {
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

/** Whom a tab shows by a mark; on the page between, which shows none, whose token it goes by; or nobody, before sign-in. */
const shown = (page: Page, people: readonly Person[]): Promise<string> =>
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
    people.map(({ mark, id }) => ({ mark, id })),
  )

test('ten tabs agree on who is signed in through fifty changes, and none shows two people [A4.3, A4.4, A4.5]', async ({
  browser,
  baseURL,
}) => {
  // Each step has its own limit; fifty of them with ten tabs take long on a busy machine.
  test.setTimeout(900_000)
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const maker = await context.newPage()
  const people = [await makePerson(maker, 'Alderney'), await makePerson(maker, 'Biscay')]
  const marks = people.map(({ mark }) => mark)
  await watchMarks(context, marks)
  const tabs = [maker]
  while (tabs.length < TABS) tabs.push(await context.newPage())
  for (const tab of tabs) await tab.goto('/login')

  let seed = 7
  const any = <T>(of: readonly T[]): T => {
    seed = (seed * 16_807) % 2_147_483_647
    return of[seed % of.length] as T
  }
  let present: Person | null = null
  const tookMs: number[] = []

  const enter = async () => {
    present = any(people)
    await any(tabs).goto(`/api/auth/github/login?sandbox_user=${encodeURIComponent(present.name)}`)
  }
  const leave = async () => {
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
  const move = async (person: Person) => {
    await any(tabs).goto(`/${any(person.usernames)}/dashboard`)
  }

  for (let step = 0; step < STEPS; step += 1) {
    const person = present as Person | null
    await (person === null ? enter() : any([enter, leave, expire, () => move(person), () => move(person)])())
    const begunMs = Date.now()
    const wanted = (present as Person | null)?.mark ?? 'nobody'
    await expect
      .poll(async () => new Set(await Promise.all(tabs.map((tab) => shown(tab, people)))), {
        message: `step ${step}: ${wanted}`,
        timeout: 15_000,
        intervals: [50],
      })
      .toEqual(new Set([wanted]))
    tookMs.push(Date.now() - begunMs)
  }
  const faults = await Promise.all(
    tabs.map((tab) => tab.evaluate(() => (window as unknown as { faults: string[] }).faults)),
  )
  expect(faults.flat()).toEqual([])
  tookMs.sort((a, b) => a - b)
  const median = tookMs[Math.floor(tookMs.length / 2)] ?? Infinity
  test
    .info()
    .annotations.push({ type: 'agreed after', description: `median ${median} ms, at most ${tookMs.at(-1)} ms` })
  expect(median, `ms: ${tookMs.join(' ')}`).toBeLessThan(atPace(AGREED_MS))
  await context.close()
})
