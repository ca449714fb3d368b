import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Block } from '../../server/compute/metrics/codec/block-codec.ts'
import { columns } from '../../server/compute/metrics/columns.ts'
import { coarsen } from '../../server/compute/metrics/rollup/coarsen.ts'
import { addSample, fillCounts, placeBlock } from '../../server/compute/metrics/rollup/join-blocks.ts'
import { writeBlocks } from '../../server/compute/metrics/store/blocks.ts'
import { blockStart, type Level, levels, pointsOf } from '../../server/compute/metrics/store/levels.ts'
import { createMetricTables } from '../../server/compute/metrics/store/metric-tables.ts'
import { openBrowser, signedIn } from '../support/browser.ts'
import { deploy, makeProject, settled } from '../support/control-plane.ts'
import { median, printFigure } from '../support/figures.ts'
import { startControlPlaneWithStore } from '../support/live-database.ts'
import { processorMicros } from '../support/process-usage.ts'
import { noisyReplica } from './noisy-replica.ts'

/** A chart of 30 days with four series: the time of its response, and the script in the browser until it is painted. */
const DAYS = 30
const ROUNDS = 15
/** Until what was received is painted, and the page is still. */
const SETTLE_MS = 1000
const DAY = 86_400
const PARAM = 'latencyP95,requests,cpu,memory'

const controlPlane = await startControlPlaneWithStore()
const browser = await openBrowser()
try {
  const token = await controlPlane.signIn('bench')
  const made = await makeProject(controlPlane.url, token)
  const { _id } = await deploy(controlPlane.url, token, made)
  await settled(controlPlane.url, token, _id, 'Active')
  const { db } = controlPlane.store
  await createMetricTables(db)
  const { rows } = await db.execute<{ id: string }>(sql`select id from replica where instance_id = ${_id}`)
  await db.execute(sql`update replica set created_at = created_at - interval '60 days' where instance_id = ${_id}`)
  for (const { id } of rows) await writeMonth(id)

  const url = `${controlPlane.url}/api/compute-instance/${_id}/metrics/charts?startDate=${-DAYS * DAY}&param=${PARAM}&pointTimeSpan=900`
  const tookMs: number[] = []
  let points = 0
  let micros = processorMicros(controlPlane.pid)
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const chart = (await response.json()) as { series: { values: unknown[] }[] }
    if (round > 0) tookMs.push(performance.now() - startedAt)
    else micros = processorMicros(controlPlane.pid)
    points = chart.series[0]?.values.length ?? 0
  }
  const processorMs = (processorMicros(controlPlane.pid) - micros) / 1000 / tookMs.length
  console.log('\nMetrics')
  const what = `chart of ${DAYS} days × 4 series`
  printFigure(
    `${what}: response`,
    median(tookMs),
    'ms',
    100,
    `${points} points each, one replica; ${processorMs.toFixed(0)} ms of processor time`,
  )

  if (!browser) console.log('  Skipped the browser: no Chromium was found. Install it, or set CHROMIUM to its path.')
  else {
    const context = await signedIn(browser, controlPlane.url, token)
    const page = await context.newPage()
    const scriptMs: number[] = []
    for (let round = 0; round < 7; round += 1) {
      await page.goto(`${controlPlane.url}/${made.username}/${made.projectId}/${_id}/metrics?range=15m`)
      await page.getByRole('combobox', { name: 'Time range' }).waitFor()
      const session = await context.newCDPSession(page)
      await session.send('Performance.enable')
      const script = async () => {
        const { metrics } = await session.send('Performance.getMetrics')
        return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
      }
      await page.locator('canvas').first().waitFor()
      await page.getByRole('combobox', { name: 'Time range' }).click()
      await page.getByRole('option', { name: 'Last 30 days' }).hover()
      await delay(SETTLE_MS)
      // From here on nothing but the console's own script runs in the page.
      const before = await script()
      const received = page.waitForResponse((response) => response.url().includes('/metrics/charts'))
      await page.mouse.down()
      await page.mouse.up()
      await (await received).finished()
      await delay(SETTLE_MS)
      if (round > 0) scriptMs.push((await script()) - before)
      await session.detach()
    }
    const charts = await page.locator('canvas').count()
    const series = await page.locator('.u-legend .u-series').count()
    const text = `${charts} charts near the screen with ${series - charts} lines, from the press on the range`
    printFigure(`${DAYS} days: script until painted`, median(scriptMs), 'ms', 50, text)
  }

  async function writeMonth(id: string): Promise<void> {
    const [fine, middle, coarse] = levels
    const next = noisyReplica(0)
    const to = Math.floor(Date.now() / 1000)
    for (let day = Math.floor(to / DAY - DAYS) * DAY; day < to; day += DAY) {
      const isToday = day + DAY > to
      const [minutes, quarters] = [new Map<number, Block>(), { points: pointsOf(coarse), columns: new Map() }]
      for (let at = day; at + fine.blockSeconds <= Math.min(day + DAY, to); at += fine.blockSeconds) {
        const block: Block = { points: pointsOf(fine), columns: new Map() }
        for (let point = 0; point < block.points; point += 1) addSample(block, point, next())
        fillCounts(block, columns.connections.id)
        if (isToday) await write(fine, at, id, block)
        const start = blockStart(middle, at)
        const minute = minutes.get(start) ?? { points: pointsOf(middle), columns: new Map() }
        minutes.set(start, minute)
        placeBlock(minute, coarsen(block, middle.seconds / fine.seconds), (at - start) / middle.seconds)
        placeBlock(quarters, coarsen(block, coarse.seconds / fine.seconds), (at - day) / coarse.seconds)
      }
      if (!isToday) await write(coarse, day, id, quarters)
      else for (const [at, block] of minutes) if (at + middle.blockSeconds <= to) await write(middle, at, id, block)
    }
  }

  async function write(level: Level, at: number, id: string, block: Block): Promise<void> {
    await db.transaction((tx) => writeBlocks(tx, level, at, new Map([[id, block]])))
  }
} finally {
  await browser?.close()
  await controlPlane.stop()
}
