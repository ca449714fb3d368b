import { axeViolations, expectNoAxeViolations } from '../e2e/fixtures/axe.ts'
import { expect, test } from './component-test.ts'
import { add, addTexts, atRest, lastInView, openLog, seenRows } from './open-log.ts'

test.use({ viewport: { width: 1280, height: 1000 }, timezoneId: 'Asia/Tokyo' })

test('escape sequences that are not colours have no effect and are not shown, complete or broken', async ({ page }) => {
  const log = await openLog(page, 0)
  await addTexts(page, 12, (sequence) => {
    const lines = [
      '\u001b]0;owned\u0007title',
      '\u001b]8;;https://x.example\u001b\\link\u001b]8;;\u001b\\ text',
      '\u001b[2J\u001b[1;1H\u001b[10Bmoved',
      '\u001bP1$r0m\u001b\\device \u001b_app\u001b\\string',
      'broken \u001b[',
      'broken \u001b[31',
      'unended \u001b]2;title that never ends',
      '\u009b31mred \u009d0;title\u009cafter',
      'bell\u0007 and back\b\u0000\u001b(Bspace',
      '<img src=x onerror="document.title=1"><b>bold</b>',
      'spinner 1\rspinner 2\rdone',
      '{"msg":"\\u001b[31mjson\\u001b]0;x\\u0007 red","a":1}',
    ]
    return lines[sequence - 1] ?? ''
  })
  await expect.poll(() => lastInView(log)).toBe(12)
  expect((await seenRows(log)).map(({ text }) => text)).toEqual([
    'title',
    'link text',
    'moved',
    'device string',
    'broken ',
    'broken ',
    'unended ',
    'red after',
    'bell and backspace',
    '<img src=x onerror="document.title=1"><b>bold</b>',
    'done',
    'json red a=1',
  ])
  await expect(page).toHaveTitle('Parts')
  await expect(log.locator('a, img, b')).toHaveCount(0)
})

test('every line has the same height and shows its characters in their order, whatever they are', async ({ page }) => {
  const log = await openLog(page, 0)
  await addTexts(page, 7, (sequence) => {
    const stacked = `z${'\u0301\u0316'.repeat(60)}`
    const lines = [
      '',
      'emoji 🧑‍🚀🏳️‍🌈',
      '漢字とかな',
      'مرحبا',
      stacked,
      'two\u2028lines\u2029here',
      'abc\u202etxt.exe\u2066',
    ]
    return lines[sequence - 1] ?? ''
  })
  await expect.poll(() => lastInView(log)).toBe(7)
  const heights = await log
    .locator('[data-sequence]')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([20]))
  expect((await seenRows(log)).map(({ text }) => text).slice(5)).toEqual(['twolineshere', 'abctxt.exe'])
})

test('a line of a million characters is drawn in part, and shows how many characters are left out', async ({
  page,
}) => {
  const log = await openLog(page, 0)
  await addTexts(page, 1, () => 'x'.repeat(1_000_000))
  await expect(log.getByText('… and 992,000 more characters')).toHaveCount(1)
})

test('the log level is marked beside the line, JSON is formatted, and shown as written on demand', async ({ page }) => {
  const log = await openLog(page, 0)
  await addTexts(page, 4, (sequence) => {
    const json = '{"level":50,"time":1,"msg":"charge declined","code":"card","user":{"id":7}}'
    return ['plain', 'WARN slow', json, '{"not":"json"'][sequence - 1] ?? ''
  })
  const row = (sequence: number) => log.locator(`[data-sequence="${sequence}"]`)
  await expect(row(1)).not.toHaveAttribute('data-level')
  await expect(row(2)).toHaveAttribute('data-level', 'warn')
  await expect(row(3)).toHaveAttribute('data-level', 'error')
  await expect(row(3)).toContainText('ERROR charge declined code=card user={"id":7}')
  await page.evaluate(() => window.sampleLog.settings({ raw: true }))
  await expect(row(3)).toContainText('"msg":"charge declined"')
  await expect(row(3)).toHaveAttribute('data-level', 'error')
  await expect(row(4)).toContainText('{"not":"json"')
})

test('times are shown in the local time zone, in UTC or not at all, and in full on hover', async ({ page }) => {
  const log = await openLog(page, 60)
  const row = log.locator('[data-sequence="60"]')
  await expect(row).toContainText('14:00:08.220')
  await expect(row.getByTitle('2026-11-21 14:00:08.220 UTC, line 60')).toBeVisible()
  await page.evaluate(() => window.sampleLog.settings({ times: 'local' }))
  await expect(row).toContainText('23:00:08.220')
  await expect(row.getByTitle('2026-11-21 23:00:08.220, line 60')).toBeVisible()
  await page.evaluate(() => window.sampleLog.settings({ times: 'off' }))
  await expect(row).not.toContainText('23:00:08')
})

test('a range of lines is selected by mouse and by keyboard, and the focus is not trapped', async ({ page }) => {
  const log = await openLog(page, 60)
  const time = (sequence: number) => log.locator(`[data-sequence="${sequence}"] > span`).first()
  await time(45).click()
  await time(52).click({ modifiers: ['Shift'] })
  await expect(log.locator('[data-chosen]')).toHaveCount(8)
  await log.press('Shift+ArrowUp')
  await log.press('Shift+ArrowUp')
  await expect(log.locator('[data-chosen]')).toHaveCount(6)
  expect(await page.evaluate(() => window.sampleLog.chosen)).toEqual([
    [45, 45],
    [45, 52],
    [45, 51],
    [45, 50],
  ])
  await page.evaluate(() => window.sampleLog.controller()?.choose(null))
  await expect(log.locator('[data-chosen]')).toHaveCount(0)
  await log.press('Tab')
  await expect(log).not.toBeFocused()
})

test('the keyboard scrolls: by lines, by pages and to both ends', async ({ page }) => {
  const log = await openLog(page, 3000)
  await log.press('PageUp')
  await expect(page.getByRole('button', { name: 'Follow' })).toBeVisible()
  const paged = (await atRest(log))[0]?.sequence ?? 0
  await log.press('ArrowUp')
  await log.press('ArrowUp')
  expect((await atRest(log))[0]?.sequence).toBeLessThan(paged)
  await log.press('Home')
  await expect.poll(async () => (await atRest(log))[0]?.sequence).toBe(1)
  await log.press('PageDown')
  expect((await atRest(log))[0]?.sequence).toBeGreaterThan(15)
  await log.press('End')
  await expect.poll(() => lastInView(log)).toBe(3000)
})

test('new lines are announced a few at a time, apart from the visible rows', async ({ page }) => {
  await openLog(page, 60)
  const liveRegion = page.getByRole('log')
  await expect(liveRegion).toHaveAttribute('aria-live', 'polite')
  const afterOneMore = async () => {
    await add(page, 1)
    return liveRegion.textContent()
  }
  await expect.poll(afterOneMore, { intervals: [300] }).toMatch(/#6\d|#7\d/)
  await expect(liveRegion).not.toContainText('#59')
  await add(page, 1245)
  await expect(liveRegion).toContainText(/and 1,24\d more lines/)
  await expect(liveRegion.locator('p')).toHaveCount(6)
})

test('the target line flashes without animation when reduced motion is preferred', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const log = await openLog(page, 60)
  await page.evaluate(() => window.sampleLog.controller()?.toLine(50, { flash: true }))
  const row = log.locator('[data-flash]')
  await expect(row).toHaveCount(1)
  await expect(row).toHaveCSS('animation-name', 'none')
})

test('the match marks beside the scroll bar follow a later change of theme', async ({ page }) => {
  await openLog(page, 60)
  await page.evaluate(() => window.sampleLog.find({ find: '', as: 'text', matchCase: false }))
  const colour = () =>
    page
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => [...(canvas.getContext('2d')?.getImageData(0, 0, 1, 1).data ?? [])])
  await expect.poll(async () => (await colour())[3]).toBe(255)
  const dark = await colour()
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
  await expect.poll(colour).not.toEqual(dark)
})

test('axe finds nothing, with matches, selected lines and placeholders', async ({ page }) => {
  const log = await openLog(page, 60)
  await page.evaluate(() => {
    window.sampleLog.find({ find: 're', as: 'text', matchCase: false })
    window.sampleLog.current(49)
    window.sampleLog.controller()?.choose({ first: 52, last: 55 })
    window.sampleLog.skip(4)
    window.sampleLog.add(2)
  })
  await expect(log.locator('mark').first()).toBeVisible()
  await atRest(log)
  await expectNoAxeViolations(page)
})

for (const theme of ['dark', 'light']) {
  test(`every colour that a program chooses is readable in the ${theme} theme`, async ({ page }) => {
    const log = await openLog(page, 0, `&theme=${theme}`)
    await addTexts(page, 24, (sequence) => {
      const channel = (step: number) => [0, 90, 180, 255][step % 4]
      const colour = `${channel(sequence)};${channel(sequence >> 1)};${channel(sequence >> 2)}`
      return `\u001b[38;2;${colour}mink\u001b[0m \u001b[48;2;${colour}mground\u001b[0m \u001b[38;5;${sequence * 10}mcube\u001b[0m`
    })
    await expect.poll(() => lastInView(log)).toBe(24)
    expect(await axeViolations(page, { type: 'rule', values: ['color-contrast'] })).toEqual([])
  })
}

test('at 360 px times are short and only the lines scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const log = await openLog(page, 60)
  await expect(log.locator('[data-sequence="60"] > span').first()).toHaveText('14:00:08.220')
  await expect(log.getByText('.220')).toBeHidden()
  const page_ = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(page_).toBeLessThanOrEqual(0)
  expect(await log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0)
  await page.evaluate(() => window.sampleLog.settings({ wrap: true }))
  await expect.poll(() => log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
