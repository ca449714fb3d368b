import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/find-chromium.ts'
import { startControlPlane } from './fixtures/control-plane.ts'
import { buildHarbour } from './pictures/sample-harbour.ts'
import { makeReferrals } from './pictures/sample-referrals.ts'
import { gatherTeam } from './pictures/sample-team.ts'
import { scenesOf } from './pictures/scenes-of.ts'
import { takeScreenshots, variants } from './pictures/take-screenshots.ts'
import { writeIndex } from './pictures/write-index.ts'

const folder = fileURLToPath(new URL('../../gallery', import.meta.url))
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
]
const print = (line: string) => process.stdout.write(`${line}\n`)

/** Arguments choose scenes and variants: `npm run gallery wizard dark 390` takes the names that contain `wizard`. */
const words = process.argv.slice(2)
const isOfVariant = (word: string) => variants.some(({ theme, width }) => word === theme || word === String(width))
const filters = words.filter((word) => !isOfVariant(word))
const chosen = variants.filter(({ theme, width }) => {
  const has = (values: readonly string[], value: string) =>
    !values.some((each) => words.includes(each)) || words.includes(value)
  return has(['dark', 'light'], theme) && has(['1440', '390'], String(width))
})

const executablePath = findChromium()
const controlPlane = await startControlPlane()
const browser = await chromium.launch({ args: ARGUMENTS, ...(executablePath && { executablePath }) })
try {
  const first = await browser.newContext({ baseURL: controlPlane.origin })
  const harbour = await buildHarbour(await first.newPage())
  const team = await gatherTeam(browser, await first.newPage(), controlPlane)
  await makeReferrals(await first.newPage(), browser, controlPlane)
  const scenes = scenesOf(harbour, team).filter(
    ({ name }) => filters.length === 0 || filters.some((word) => name.includes(word)),
  )
  if (words.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const failures: string[] = []
  const session = { origin: controlPlane.origin, folder, state: await first.storageState() }
  for (const variant of chosen) {
    print(`${scenes.length} pictures: ${variant.theme}, ${variant.width} px`)
    failures.push(...(await takeScreenshots(browser, scenes, variant, session)))
  }
  print(`Look through them: ${writeIndex(folder, scenes)}`)
  for (const failure of failures) print(`Not taken: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await controlPlane.stop()
}
