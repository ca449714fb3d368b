import { expect, type Page, test } from '@playwright/test'
import { type PartsServer, serveParts } from './serve-parts.ts'

test.use({ viewport: { width: 1280, height: 1000 } })

let server: PartsServer

test.beforeAll(async () => {
  server = await serveParts()
})

test.afterAll(() => server.close())

const open = async (page: Page, lines: number) => {
  await page.goto(`${server.url}?view=instance&lines=${lines}`)
  return page.getByRole('region', { name: 'Instance logs of api' })
}

const add = (page: Page, count: number) => page.evaluate((lines) => window.sampleLog.add(lines), count)

test('the end is followed until the reader scrolls up, and again when asked', async ({ page }) => {
  const log = await open(page, 500)
  await expect(log.getByText('#500')).toBeInViewport()
  await add(page, 100)
  await expect(log.getByText('#600')).toBeInViewport()
  await log.hover()
  await page.mouse.wheel(0, -1500)
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
  const seen = await log.locator('div[data-stream]:not([hidden])').first().textContent()
  await add(page, 1)
  await expect(page.getByRole('button', { name: '1 new line', exact: true })).toBeVisible()
  await add(page, 1233)
  await expect(page.getByRole('button', { name: '1,234 new lines' })).toBeVisible()
  expect(await log.locator('div[data-stream]:not([hidden])').first().textContent()).toBe(seen)
  await page.getByRole('button', { name: '1,234 new lines' }).click()
  await expect(log.getByText('#1834')).toBeInViewport()
  await expect(page.getByRole('button', { name: /new line/ })).toHaveCount(0)
  await add(page, 50)
  await expect(log.getByText('#1884')).toBeInViewport()
})

test('every line can be reached, in order, with a fixed number of rows', async ({ page }) => {
  const log = await open(page, 1500)
  await expect(log.getByText('#1500')).toBeInViewport()
  const found = await log.evaluate(async (scroller) => {
    const numbers = new Set<number>()
    let most = 0
    for (let top = 0; top < scroller.scrollHeight; top += scroller.clientHeight) {
      scroller.scrollTop = top
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const rows = [...scroller.querySelectorAll<HTMLElement>('div[data-stream]:not([hidden])')]
      most = Math.max(most, rows.length)
      for (const row of rows) numbers.add(Number(row.style.getPropertyValue('--number')))
    }
    return { reached: numbers.size, most }
  })
  expect(found.reached).toBe(1500)
  expect(found.most).toBeLessThan(80)
})

test('lines that were dropped from the front do not move what is read', async ({ page }) => {
  const log = await open(page, 100_000)
  await log.hover()
  await page.mouse.wheel(0, -4000)
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
  const place = () =>
    log.evaluate((scroller) => {
      const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2
      const rows = [...scroller.querySelectorAll('div[data-stream]:not([hidden])')]
      return rows.find((row) => row.getBoundingClientRect().bottom > middle)?.textContent
    })
  const before = await place()
  await add(page, 5000)
  await expect(page.getByRole('button', { name: '5,000 new lines' })).toBeVisible()
  expect(await place()).toBe(before)
})

test('a gap in the numbers is shown, and colours are', async ({ page }) => {
  const log = await open(page, 30)
  await log.evaluate((scroller) => {
    scroller.scrollTop = 0
  })
  const after = log.locator('[data-gap]')
  await expect(after).toHaveCount(1)
  await expect(after).toHaveAttribute('data-gap', '412 lines before this one were not sent')
  await expect(log.getByText('✓').first()).toHaveCSS('color', /oklch|rgb/)
  await expect(log.getByText('200').first()).not.toHaveCSS(
    'color',
    await log.evaluate((el) => getComputedStyle(el).color),
  )
})

test('choosing text stops the following, so that the choice stays', async ({ page }) => {
  const log = await open(page, 200)
  await expect(log.getByText('#200')).toBeInViewport()
  await log.evaluate((scroller) => {
    const row = scroller.querySelector('div[data-stream]:not([hidden]) span:last-child')
    if (row) getSelection()?.selectAllChildren(row)
  })
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
  const chosen = await page.evaluate(() => getSelection()?.toString())
  await add(page, 300)
  await expect(page.getByRole('button', { name: '300 new lines' })).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(chosen)
})

test('a frame with a hundred thousand lines behind it costs what one with a few thousand did', async ({ page }) => {
  const log = await open(page, 0)
  await expect(page.getByText('No lines yet')).toBeVisible()
  const gapsMs = await page.evaluate(async () => {
    const gaps: number[] = []
    for (let burst = 0; burst < 40; burst++) {
      const from = performance.now()
      window.sampleLog.add(2500)
      await new Promise(requestAnimationFrame)
      gaps.push(performance.now() - from)
    }
    return gaps
  })
  const median = (gaps: number[]) => gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  expect(median(gapsMs.slice(-12))).toBeLessThan(10 * Math.max(17, median(gapsMs.slice(0, 12))))
  await expect(log.getByText('#100000')).toBeInViewport()
  await expect(page.getByText('No lines yet')).toHaveCount(0)
})
