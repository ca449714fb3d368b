import { expect, test } from './component-test.ts'
import { add, atRest, firstInView, jumpTo, lastInView, openLog, seenRows, settled } from './open-log.ts'

test.use({ viewport: { width: 1280, height: 1000 } })

const LINES = 1_000_000

test('a million lines are read from the first to the last, by dragging, by wheel and by number, and searched; ten thousand a second are followed, and move nothing for a reader elsewhere', async ({
  page,
}) => {
  test.slow()
  const log = await openLog(page, LINES)
  await test.step('they are read by dragging, by wheel and by number', async () => {
    await log.press('Home')
    await expect.poll(() => firstInView(log)).toBe(1)
    await settled(log)
    expect((await atRest(log))[0]).toMatchObject({ y: 8, text: 'Started ghcr.io/northpier/api:1.42' })

    await log.evaluate((scroller) => {
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) / 2
    })
    await expect.poll(async () => Math.abs(((await firstInView(log)) ?? 0) - LINES / 2)).toBeLessThan(100)
    await settled(log)

    await log.hover()
    const before = await atRest(log)
    await page.mouse.wheel(0, 200)
    const after = await atRest(log)
    expect(after[0]?.sequence).toBe((before[0]?.sequence ?? 0) + 10)
    expect(after[0]?.y).toBe(before[0]?.y)

    await jumpTo(page, log, 777_777)
    expect((await atRest(log)).find(({ sequence }) => sequence === 777_777)?.text).toMatch(/#777777$|^(ERROR|WARN)/)

    await log.press('End')
    await expect.poll(() => lastInView(log)).toBe(LINES)
    await expect(page.getByRole('button', { name: 'Follow' })).toHaveCount(0)
  })
  await test.step('near the ends the wheel reaches the first line, and the last one', async () => {
    await jumpTo(page, log, 300)
    await log.hover()
    for (let turn = 0; turn < 16; turn += 1) await page.mouse.wheel(0, -450)
    await expect.poll(() => firstInView(log)).toBe(1)
    expect((await atRest(log))[0]?.y).toBe(8)
    await jumpTo(page, log, 999_800)
    for (let turn = 0; turn < 16; turn += 1) await page.mouse.wheel(0, 450)
    await expect.poll(() => lastInView(log)).toBe(LINES)
    await expect(page.getByRole('button', { name: 'Follow' })).toHaveCount(0)
  })
  await test.step('a search finds every match, and marks them beside the scroll bar', async () => {
    await page.evaluate(() => window.sampleLog.find({ find: 'redis:6379', as: 'text', matchCase: false }))
    await expect.poll(() => page.evaluate(() => window.sampleLog.buffer.found().isSearching)).toBe(false)
    const found = await page.evaluate(() => {
      const lines = window.sampleLog.buffer.found()
      return { count: lines.count, first: lines.sequenceAt(0), last: lines.sequenceAt(lines.count - 1) }
    })
    expect(found).toEqual({ count: 90_909, first: 5, last: 999_993 })
    await expect(log.locator('mark').first()).toHaveText('redis:6379')
    const painted = () =>
      page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const pixels = [...(canvas.getContext('2d')?.getImageData(0, 0, 1, canvas.height).data ?? [])]
        return pixels.filter((alpha, at) => at % 4 === 3 && alpha > 0).length / canvas.height
      })
    await expect.poll(painted).toBe(1)
    await page.evaluate(() => window.sampleLog.find({ find: '#500[0-9]{3}$', as: 'regex', matchCase: true }))
    await expect.poll(() => page.evaluate(() => window.sampleLog.buffer.found().isSearching)).toBe(false)
    await expect.poll(painted).toBeLessThan(0.05)
  })
  await page.evaluate(() => window.sampleLog.find(null))
  await test.step('while lines arrive, the end is followed, and a reader elsewhere sees nothing move', async () => {
    const pour = () =>
      page.evaluate(async () => {
        const startedMs = performance.now()
        let added = 0
        while (added < 20_000) {
          await new Promise(requestAnimationFrame)
          const due = Math.min(20_000, Math.floor((performance.now() - startedMs) * 10))
          if (due > added) window.sampleLog.add(due - added)
          added = Math.max(added, due)
        }
      })
    await pour()
    await expect.poll(() => lastInView(log)).toBe(LINES + 20_000)
    await jumpTo(page, log, 500_000)
    const before = await atRest(log)
    await pour()
    expect(await seenRows(log)).toEqual(before)
    await expect(page.getByRole('button', { name: '20,000 new lines' })).toBeVisible()
    await log.press('End')
    await expect.poll(() => lastInView(log)).toBe(LINES + 40_000)
  })
})

test('a pattern that never ends is stopped with a message, and every line is still there', async ({ page }) => {
  const log = await openLog(page, 200)
  await page.evaluate(() => {
    window.sampleLog.add(1, () => `${'a'.repeat(60)}!`)
    window.sampleLog.find({ find: '^(a+)+$', as: 'regex', matchCase: false })
  })
  await expect
    .poll(() => page.evaluate(() => window.sampleLog.buffer.found().error), { timeout: 10_000 })
    .toBe('This regular expression takes too long on these lines.')
  await add(page, 1)
  await expect.poll(() => lastInView(log)).toBe(202)
  await page.evaluate(() => window.sampleLog.find({ find: '^(a+)+$', as: 'regex', matchCase: false }))
  await page.evaluate(() => window.sampleLog.find({ find: 'a+!', as: 'regex', matchCase: false }))
  await expect.poll(() => page.evaluate(() => window.sampleLog.buffer.found().count)).toBe(1)
})
