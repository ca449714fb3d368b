import type { Page } from '@playwright/test'
import { requireBrowser, signedIn } from './support/browser.ts'
import { client } from './support/control-plane.ts'
import { median, printFigure, printMinimum } from './support/figures.ts'
import { readFrames, recordFrames } from './support/frames/frames.ts'
import { startControlPlaneWithStore } from './support/live-database.ts'

/** The members page of a large team: scrolled as fast as possible by hand, then searched. */
const MEMBERS = 5000
const SCROLL_MS = 8000
/** About ten screens per second, the fastest turn of a mouse wheel. */
const PIXELS_PER_SECOND = 8000
const SEARCHES = ['sailor 04999', 'sailor 0123', 'sailor 4242', '@example', 'sailor 00001']

const scroll = (page: Page, pixelsPerSecond: number): Promise<void> =>
  page.evaluate(
    ({ lastsMs, pixelsPerSecond }) =>
      new Promise((resolve) => {
        const begunMs = performance.now()
        const step = (atMs: number) => {
          window.scrollTo(0, ((atMs - begunMs) / 1000) * pixelsPerSecond)
          if (atMs - begunMs < lastsMs) requestAnimationFrame(step)
          else resolve()
        }
        requestAnimationFrame(step)
      }),
    { lastsMs: SCROLL_MS, pixelsPerSecond },
  )

const browser = await requireBrowser()
const controlPlane = await startControlPlaneWithStore()
try {
  const token = await controlPlane.signIn('bench')
  const { organization } = await client(controlPlane.url, token).request<{
    organization: { _id: string; profile: { username: string } }
  }>('POST', 'organization', { name: 'Large Team' })
  await controlPlane.store.pool.query(
    `with made as (
       insert into "user" (username, name, email)
       select 'sailor-' || n, 'Sailor ' || lpad(n::text, 5, '0'), 'sailor' || n || '@example.com'
       from generate_series(1, $1) as n returning id)
     insert into member (organization_id, user_id, role) select $2, id, 'member' from made`,
    [MEMBERS - 1, organization._id],
  )
  const page = await (await signedIn(browser, controlPlane.url, token)).newPage()
  await page.goto(`${controlPlane.url}/${organization.profile.username}/members`)
  await page.getByText('Sailor 00001').waitFor()

  await recordFrames(page)
  await scroll(page, PIXELS_PER_SECOND)
  const frames = await readFrames(page)
  await page.evaluate(() => window.scrollTo(0, 0))

  const searched: number[] = []
  for (const search of SEARCHES) {
    await page.getByLabel('Search members').fill('')
    await page.getByText('Sailor 00001').first().waitFor()
    searched.push(
      await page.evaluate(async (typed) => {
        const field = document.querySelector<HTMLInputElement>('input[type="search"]')
        const table = document.querySelector('table')
        if (!field || !table) throw new Error('The page has no list to search.')
        const before = table.textContent
        const begunMs = performance.now()
        // React notices a value only if it is set with the native setter.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        do await new Promise(requestAnimationFrame)
        while (document.querySelector('table')?.textContent === before && performance.now() - begunMs < 5000)
        return performance.now() - begunMs
      }, search),
    )
  }
  console.log(`\nTeam: a list of ${MEMBERS.toLocaleString('en-GB')} members`)
  printMinimum('frames a second while it scrolls', frames.average, '', 55, `worst second ${frames.worst}`)
  printFigure(
    'search typed → list drawn',
    median(searched),
    'ms',
    100,
    `slowest ${Math.max(...searched).toFixed(0)} ms`,
  )
} finally {
  await browser.close()
  await controlPlane.stop()
}
process.exit(0)
