import { expect, test } from './component-test.ts'
import { add, addTexts, atRest, firstInView, jumpTo, lastInView, openLog, seenRows, settled } from './open-log.ts'

test.use({ viewport: { width: 1280, height: 1000 } })

test('follows the end until the reader scrolls up, and again on demand', async ({ page }) => {
  const log = await openLog(page, 500)
  await add(page, 100)
  await expect.poll(() => lastInView(log)).toBe(600)
  await log.hover()
  await page.mouse.wheel(0, -1500)
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
  const seen = await atRest(log)
  await add(page, 1)
  await expect(page.getByRole('button', { name: '1 new line', exact: true })).toBeVisible()
  await add(page, 1233)
  await expect(page.getByRole('button', { name: '1,234 new lines' })).toBeVisible()
  expect(await seenRows(log)).toEqual(seen)
  await page.getByRole('button', { name: '1,234 new lines' }).click()
  await expect.poll(() => lastInView(log)).toBe(1834)
  await expect(page.getByRole('button', { name: /new line/ })).toHaveCount(0)
  await add(page, 50)
  await expect.poll(() => lastInView(log)).toBe(1884)
})

test('a reader who scrolls back down to the end follows again', async ({ page }) => {
  const log = await openLog(page, 500)
  await log.hover()
  await page.mouse.wheel(0, -600)
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
  await page.mouse.wheel(0, 2000)
  await expect(page.getByRole('button', { name: 'Follow' })).toHaveCount(0)
  await add(page, 5)
  await expect.poll(() => lastInView(log)).toBe(505)
})

test('every line can be reached, in order, with a fixed number of rows', async ({ page }) => {
  const log = await openLog(page, 1500)
  const found = await log.evaluate(async (scroller) => {
    const numbers = new Set<number>()
    let most = 0
    for (let top = 0; top < scroller.scrollHeight; top += scroller.clientHeight) {
      scroller.scrollTop = top
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const rows = [...scroller.querySelectorAll<HTMLElement>('[data-sequence]')]
      most = Math.max(most, rows.length)
      for (const row of rows) numbers.add(Number(row.dataset.sequence))
    }
    return { reached: numbers.size, most }
  })
  expect(found.reached).toBe(1500)
  expect(found.most).toBeLessThan(130)
})

test('lines that are being loaded are placeholders, and nothing moves when they arrive', async ({ page }) => {
  const log = await openLog(page, 300)
  await page.evaluate(() => {
    window.sampleLog.skip(200)
    window.sampleLog.add(300)
    window.sampleLog.controller()?.toLine(350)
  })
  await expect.poll(async () => (await seenRows(log)).some(({ isWaiting }) => isWaiting)).toBe(true)
  const before = await atRest(log)
  expect(await page.evaluate(() => window.sampleLog.buffer.missing())).toEqual({
    first: expect.any(Number),
    last: expect.any(Number),
  })
  await page.evaluate(() => window.sampleLog.fill(301, 500))
  await settled(log)
  const positions = (rows: typeof before) => rows.map(({ sequence, y }) => [sequence, y])
  expect(positions(await seenRows(log))).toEqual(positions(before))
  expect(await page.evaluate(() => window.sampleLog.buffer.missing())).toBeNull()
})

test('a change of the oldest known line does not move the visible rows', async ({ page }) => {
  const log = await openLog(page, 0)
  await page.evaluate(() => {
    window.sampleLog.skip(5000)
    window.sampleLog.add(400)
    window.sampleLog.buffer.fill([], { oldest: 5001, head: 5400 })
  })
  await log.hover()
  await expect.poll(() => lastInView(log)).toBe(5400)
  await page.mouse.wheel(0, -3000)
  const before = await atRest(log)
  await page.evaluate(() => window.sampleLog.buffer.fill([], { oldest: 1, head: 5400 }))
  expect(await atRest(log)).toEqual(before)
  await page.evaluate(() => window.sampleLog.buffer.fill([], { oldest: 5100, head: 5400 }))
  expect(await atRest(log)).toEqual(before)
})

test('selecting text stops following, so that the selection stays', async ({ page }) => {
  const log = await openLog(page, 200)
  await log.evaluate((scroller) => {
    const row = scroller.querySelector('[data-sequence="195"] > span:last-child')
    if (row) getSelection()?.selectAllChildren(row)
  })
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
  const chosen = await page.evaluate(() => getSelection()?.toString())
  await add(page, 300)
  await expect(page.getByRole('button', { name: '300 new lines' })).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(chosen)
})

test('text is selected across rows in the order of their lines', async ({ page }) => {
  const log = await openLog(page, 200)
  await log.hover()
  for (const step of [-700, 300, -500]) await page.mouse.wheel(0, step)
  const rows = await atRest(log)
  const text = await log.evaluate((scroller) => {
    const texts = scroller.querySelectorAll('[data-sequence]')
    getSelection()?.setBaseAndExtent(texts[2] as Node, 0, texts[8] as Node, 0)
    return getSelection()?.toString() ?? ''
  })
  const numbers = [...text.matchAll(/#(\d+)/g)].map(([, number]) => Number(number))
  expect(numbers.length).toBeGreaterThan(3)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(rows.length).toBeGreaterThan(10)
})

test('wrapped lines of any height scroll without a jump, and both ends are where they should be', async ({ page }) => {
  const log = await openLog(page, 0, '&wrap')
  await addTexts(page, 3000, (sequence) => `line ${sequence} ${'word '.repeat((sequence * 7919) % 120)}`)
  await expect.poll(() => lastInView(log)).toBe(3000)
  const gaps = await log.evaluate(async (scroller) => {
    const found: number[] = []
    const rows = () => [...scroller.querySelectorAll<HTMLElement>('[data-sequence]')]
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (let step = 0; step < 60; step += 1) {
      const middle = rows()[Math.floor(rows().length / 2)] as HTMLElement
      const { sequence } = middle.dataset
      const before = middle.getBoundingClientRect().top
      const from = scroller.scrollTop
      scroller.scrollTop -= 90
      const moved = from - scroller.scrollTop
      await frame()
      const after = scroller.querySelector(`[data-sequence="${sequence}"]`)?.getBoundingClientRect().top ?? 0
      found.push(Math.round(after - before - moved))
    }
    return found
  })
  expect(gaps).toEqual(gaps.map(() => 0))
  await log.press('Home')
  await expect.poll(() => firstInView(log)).toBe(1)
  expect((await atRest(log))[0]?.y).toBe(8)
  await log.press('End')
  await expect.poll(() => lastInView(log)).toBe(3000)
  const end = await log.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight)
  expect(end).toBeLessThan(2)
})

test('a reader who scrolled sideways stays there when the long line leaves the view', async ({ page }) => {
  const log = await openLog(page, 200)
  await page.evaluate(() => {
    window.sampleLog.add(1, () => 'wide '.repeat(200))
    window.sampleLog.add(10)
  })
  await expect.poll(() => lastInView(log)).toBe(211)
  await log.evaluate((scroller) => {
    scroller.scrollLeft = 700
  })
  await add(page, 300)
  await expect.poll(() => lastInView(log)).toBe(511)
  expect(await log.evaluate(({ scrollLeft }) => scrollLeft)).toBe(700)
})

test('only the matches of a search can be shown, and more appear as they are found', async ({ page }) => {
  const log = await openLog(page, 5000)
  await page.evaluate(() => window.sampleLog.find({ find: 'FATAL', as: 'text', matchCase: true }, true))
  await expect.poll(async () => (await seenRows(log)).every(({ text }) => text.includes('FATAL'))).toBe(true)
  await expect(log.locator('mark').first()).toHaveText('FATAL')
  const [first] = (await atRest(log)).slice(-1)
  await page.evaluate(() => window.sampleLog.add(220))
  await expect.poll(async () => (await lastInView(log)) ?? 0).toBeGreaterThan(first?.sequence ?? 0)
  await log.press('Home')
  await expect.poll(() => firstInView(log)).toBe(5)
  await settled(log)
  expect((await seenRows(log)).map(({ sequence }) => sequence).slice(0, 3)).toEqual([5, 16, 27])
  for (let step = 0; step < 3; step += 1) await log.press('Shift+ArrowDown')
  expect(await page.evaluate(() => window.sampleLog.chosen)).toEqual([
    [5, 5],
    [5, 16],
    [5, 27],
  ])
  await jumpTo(page, log, 2623)
  const before = await atRest(log)
  await page.evaluate(() => window.sampleLog.buffer.addFound([1, 2, 3, 4, 6, 7, 8, 9]))
  expect(await atRest(log)).toEqual(before)
  await page.evaluate(() => window.sampleLog.find(null))
  await expect.poll(async () => (await seenRows(log)).length).toBeGreaterThan(20)
  expect((await seenRows(log)).some(({ sequence }) => sequence === 2623)).toBe(true)
})
