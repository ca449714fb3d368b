import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/find-chromium.ts'
import { attachCard } from './fixtures/attach-card.ts'
import { startControlPlane } from './fixtures/control-plane.ts'
import { buildHarbour, foundCompany } from './pictures/sample-harbour.ts'
import { makeReferrals } from './pictures/sample-referrals.ts'
import { gatherTeam } from './pictures/sample-team.ts'
import type { Scene } from './pictures/scene.ts'
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
const failures: string[] = []

const takeAll = async (scenes: readonly Scene[], page: Page) => {
  const session = { origin: new URL(page.url()).origin, folder, state: await page.context().storageState() }
  for (const variant of chosen) {
    print(`${scenes.length} pictures: ${variant.theme}, ${variant.width} px`)
    failures.push(...(await takeScreenshots(browser, scenes, variant, session)))
  }
}

/** Takes pictures of the company on a control plane that charges, where it has two cards. */
const takeCharged = async (scenes: readonly Scene[]) => {
  const charging = await startControlPlane({ LONGSHORE_BILLING: 'sandbox' })
  try {
    const page = await (await browser.newContext({ baseURL: charging.origin })).newPage()
    const { organization } = await foundCompany(page)
    for (const card of ['pm_card_visa', 'pm_card_mastercard']) await attachCard(page, organization, card)
    await takeAll(scenes, page)
  } finally {
    await charging.stop()
  }
}

try {
  const first = await browser.newContext({ baseURL: controlPlane.origin })
  const page = await first.newPage()
  const harbour = await buildHarbour(page)
  const team = await gatherTeam(browser, await first.newPage(), controlPlane)
  await makeReferrals(await first.newPage(), browser, controlPlane)
  const scenes = scenesOf(harbour, team).filter(
    ({ name }) => filters.length === 0 || filters.some((word) => name.includes(word)),
  )
  if (words.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const charged = scenes.filter(({ isCharged }) => isCharged)
  await takeAll(
    scenes.filter(({ isCharged }) => !isCharged),
    page,
  )
  if (charged.length > 0) await takeCharged(charged)
  print(`Look through them: ${writeIndex(folder, scenes)}`)
  for (const failure of failures) print(`Not taken: ${failure}`)
  if (failures.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await controlPlane.stop()
}
