import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { logOn, openBurst } from './fixtures/logs.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'

/** More lines than a tab receives at once: the server has to search most of them. */
const LINES = 30_000

test.afterEach(async ({ page }) => void (await deleteInstances(page)))

test('a search finds lines in the tab and lines that only the server has, and steps from match to match', async ({
  page,
}) => {
  await openBurst(page, LINES)
  const log = logOn(page)
  await log.press('ControlOrMeta+f')
  const field = page.getByRole('searchbox', { name: 'Find in this log' })
  await expect(field).toBeFocused()
  await field.fill('LINE 2999')
  const search = page.getByRole('search', { name: 'Search this log' })
  // 2999, and 29990 to 29999.
  await expect(search).toContainText('11 found')
  await expectNoAxeViolations(page)

  await field.press('Enter')
  await expect(search).toContainText('2 of 11')
  await field.press('Shift+Enter')
  await expect(search).toContainText('1 of 11')
  await expect(log.getByText(`line 2999 of ${LINES}`)).toBeInViewport()
  await page.getByRole('button', { name: 'Previous match' }).click()
  await expect(search).toContainText('11 of 11')
  await expect(log.getByText(`line 29999 of ${LINES}`)).toBeInViewport()
  await page.getByRole('button', { name: 'Next match' }).click()
  await expect(search).toContainText('1 of 11')

  await field.fill('of')
  await expect(search).toContainText(/of [\d,]+\+/)
  await expect(search).toContainText(/Some lines before [\d,]+ have not been searched/)
  await search.getByRole('button', { name: 'Continue search' }).click()
  await expect(field).toBeFocused()
  await field.fill('LINE 2999')
  await page.getByRole('button', { name: 'Match case' }).click()
  await expect(search).toContainText('No matches')
  await field.press('Escape')
  await expect(search).toHaveCount(0)
  await expect(log).toBeFocused()
  await expect(page).not.toHaveURL(/[?&]q=/)
})

test('only matching lines are shown on request, and the URL opens the same view', async ({ page }) => {
  await openBurst(page, LINES)
  const log = logOn(page)
  await log.press('/')
  await page.getByRole('searchbox', { name: 'Find in this log' }).fill(`line \\d*77 of ${LINES}`)
  await page.getByRole('button', { name: 'Regular expression' }).click()
  await page.getByRole('button', { name: 'Only matches' }).click()
  await expect(page.getByText('300 of 30,000 lines')).toBeVisible()
  await expect(log.getByText(`line 29977 of ${LINES}`)).toBeInViewport()
  await log.press('Home')
  await expect(log.getByText(`line 77 of ${LINES}`)).toBeInViewport()
  await expect(log.getByText(`line 78 of ${LINES}`)).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('300 of 30,000 lines')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Only matches' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Only matches' }).click()
  await expect(page.getByText('30,000 lines', { exact: true })).toBeVisible()
})

test('an invalid pattern shows an error at the field, and a stream without lines has no matches', async ({ page }) => {
  await openBurst(page, 200)
  await logOn(page).press('/')
  const field = page.getByRole('searchbox', { name: 'Find in this log' })
  await field.fill('line (1')
  await page.getByRole('button', { name: 'Regular expression' }).click()
  await expect(field).toHaveAccessibleDescription(/Invalid regular expression/)
  await expectNoAxeViolations(page)
  await field.fill('line (1|2) of')
  const search = page.getByRole('search', { name: 'Search this log' })
  await expect(search).toContainText('2 found')
  await search.getByRole('combobox', { name: 'Stream' }).click()
  await page.getByRole('option', { name: 'Errors' }).click()
  await expect(search).toContainText('No matches')
})
