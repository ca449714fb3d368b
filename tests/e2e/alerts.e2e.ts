import type { AlertRuleKind } from '../../src/contract/wire/alerts/alert-condition.ts'
import { ruleKindLabels } from '../../src/rules/alerts/alert-texts.ts'
import { connectionStatus } from './fixtures/clock.ts'
import { expect, test } from './fixtures/console-test.ts'
import { pressByKey, tabTo } from './fixtures/keys.ts'
import { startLogging } from './fixtures/logs.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'

/** Rules are evaluated every 10 seconds. */
const FIRES_MS = 30_000

test.afterEach(async ({ context }) => {
  const [page] = context.pages()
  if (page) await deleteInstances(page)
})

/** The numbers and texts that are typed into the fields of each kind, and what the rule is then about. */
const typed: Record<AlertRuleKind, { fields: Record<string, string>; shown: string }> = {
  metric: { fields: { Threshold: '2', 'For at least': '3' }, shown: 'CPU above 2 vCPU for 3 minutes' },
  health: { fields: { 'For at least': '7' }, shown: 'Unhealthy for 7 minutes' },
  crashLoop: { fields: {}, shown: 'A program exits again and again' },
  deployment: { fields: {}, shown: 'A deployment fails' },
  job: { fields: { 'Failures in a row': '3' }, shown: 'A job fails 3 times in a row' },
  certificate: { fields: { 'Before it expires': '21' }, shown: 'A certificate expires in less than 21 days' },
  certificateOrder: { fields: {}, shown: 'A certificate cannot be issued' },
  log: { fields: { Text: 'tick', Lines: '1', Within: '2' }, shown: '1 log line with “tick” within 2 minutes' },
}

test('rules of every kind are made by keyboard alone; another tab shows them, and the incident that fires', async ({
  page,
  context,
}) => {
  test.slow()
  const { address } = await startLogging(page, 'clock', { PERIOD_MS: '500' })
  const alerts = `/${address.split('/')[1]}/alerts`
  const other = await context.newPage()
  await other.goto(alerts)
  await expect(connectionStatus(other, 'Live')).toBeVisible()
  await page.goto(alerts)
  const dialog = page.getByRole('dialog', { name: 'New alert rule' })

  for (const [at, [kind, { fields, shown }]] of Object.entries(typed).entries())
    await test.step(ruleKindLabels[kind as AlertRuleKind], async () => {
      const name = `Rule ${at + 1}`
      await pressByKey(page, page.getByRole('button', { name: 'New rule' }))
      await expect(dialog.getByLabel('Name')).toBeFocused()
      await page.keyboard.type(name)
      await pressByKey(page, dialog.getByRole('combobox', { name: 'Fires on' }))
      const label = ruleKindLabels[kind as AlertRuleKind]
      const option = page.getByRole('option', { name: label, exact: true })
      const options = page.getByRole('option')
      await expect(options.first()).toBeFocused()
      for (let step = 1; step <= at; step += 1) {
        await page.keyboard.press('ArrowDown')
        await expect(options.nth(step)).toBeFocused()
      }
      await expect(option).toBeFocused()
      await page.keyboard.press('Enter')
      for (const [field, value] of Object.entries(fields)) {
        await tabTo(page, dialog.getByLabel(field, { exact: true }))
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type(value)
      }
      await pressByKey(page, dialog.getByRole('button', { name: 'Create rule' }))
      await expect(dialog).toBeHidden()
      const rule = other.getByRole('list', { name: 'Alert rules' }).getByRole('listitem').filter({ hasText: name })
      await expect(rule).toContainText(shown)
    })

  const incident = other.getByRole('list', { name: 'Incidents' }).getByRole('listitem').filter({ hasText: 'Rule 8' })
  await expect(incident).toContainText('Firing', { timeout: FIRES_MS })
  await pressByKey(other, incident.getByRole('button', { name: 'Acknowledge' }))
  await expect(page.getByRole('list', { name: 'Incidents' })).toContainText('acknowledged by')
})
