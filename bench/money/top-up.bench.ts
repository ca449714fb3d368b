import type { Page } from '@playwright/test'
import { apiOf } from '../../tests/faults/support/api.ts'
import { attachTestCard } from '../../tests/faults/support/crashes/attach-test-card.ts'
import { requireBrowser, signedIn } from '../support/browser.ts'
import { makeProject, startControlPlane } from '../support/control-plane.ts'
import { printFigure, quantile } from '../support/figures.ts'

declare global {
  interface Window {
    balanceTimes?: number[]
    pressedMs?: number
  }
}

/** The time from the press of Purchase to the new balance in another tab. */
const ROUNDS = 25

const browser = await requireBrowser()
const controlPlane = await startControlPlane({ LONGSHORE_BILLING: 'sandbox', LONGSHORE_ENGINE: 'process' })

const AVAILABLE = 'p:text-is("Available") + p'

/** Records inside the page when the balance has changed. */
const recordBalance = (page: Page) =>
  page.locator(AVAILABLE).evaluate((figure) => {
    const times: number[] = []
    window.balanceTimes = times
    new MutationObserver(() => times.push(performance.timeOrigin + performance.now())).observe(figure, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })

const purchase = async (page: Page): Promise<number> => {
  await page.getByRole('button', { name: 'Top up' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const button = page.getByRole('button', { name: 'Purchase' })
  await button.evaluate((element) =>
    element.addEventListener('click', () => {
      window.pressedMs = performance.timeOrigin + performance.now()
    }),
  )
  await button.click()
  await page.getByRole('button', { name: 'Done' }).click()
  return page.evaluate(() => window.pressedMs ?? Number.NaN)
}

try {
  const token = await controlPlane.signIn('bench')
  const { username, organizationId } = await makeProject(controlPlane.url, token)
  await attachTestCard(apiOf(controlPlane.url, token), organizationId)
  const context = await signedIn(browser, controlPlane.url, token)
  const [page, other] = [await context.newPage(), await context.newPage()]
  for (const tab of [page, other]) {
    await tab.goto(`${controlPlane.url}/${username}/billing/payment-history`)
    await tab.locator(AVAILABLE).filter({ hasText: '$0.00' }).waitFor()
  }
  const delays: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    await recordBalance(other)
    const pressedMs = await purchase(page)
    await other
      .locator(AVAILABLE)
      .filter({ hasText: `$${15 * round}.00` })
      .waitFor()
    const shownMs = await other.evaluate(() => window.balanceTimes?.[0] ?? Number.NaN)
    // The first one also loads code.
    if (round > 1) delays.push(shownMs - pressedMs)
  }
  console.log(`\nTop-up: ${delays.length} purchases of one organisation`)
  printFigure(
    'Purchase pressed → balance in another tab, p95',
    quantile(delays, 0.95),
    'ms',
    500,
    `p50 ${quantile(delays, 0.5).toFixed(0)} ms; with the requests to the sandbox’s card processor`,
  )
} finally {
  await browser.close()
  await controlPlane.stop()
}
process.exit(0)
