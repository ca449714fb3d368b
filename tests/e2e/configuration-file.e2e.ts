import { expectNoAlarms, watchForAlarms } from './fixtures/alarms.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('the configuration of an instance is edited as a file and in the form, each follows the other', async ({
  page,
}) => {
  const alarms = await watchForAlarms(page)
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, {
    name: 'storefront',
    environment: [{ name: 'GREETING', value: 'Good morning' }],
  })
  await waitForState(page, made, 'Active')
  await page.goto(`${addressOf(organization, made)}/configuration`)
  await page.getByRole('navigation', { name: 'Edit as' }).getByRole('link', { name: 'File' }).click()
  await expect(page).toHaveURL(/file=shown/)
  const editor = page.getByRole('textbox', { name: 'Configuration as YAML' })
  // The saved value is kept, and never shown.
  await expect(editor).toContainText('keep: true')
  await expect(editor).not.toContainText('Good morning')
  await expectNoAxeViolations(page)

  await page.getByRole('textbox', { name: 'Replicas' }).fill('2')
  await expect(editor).toContainText('replicas: 2')
  await editor.getByText('replicas: 2').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.insertText('3')
  await expect(page.getByRole('textbox', { name: 'Replicas' })).toHaveValue('3')

  await page.keyboard.insertText('oops')
  await expect(page.getByRole('alert').filter({ hasText: 'The file has errors' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save and deploy' })).toBeDisabled()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Replicas' })).toHaveValue('1')
  await expect(editor).not.toContainText('oops')

  // Hostile files are refused at once: the page goes on.
  const paste = (text: string) =>
    editor.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  const bomb = Array.from({ length: 9 }, (_, at) => `l${at}: &l${at} [${`*l${at - 1},`.repeat(at === 0 ? 0 : 9)}]`)
  for (const [text, problem] of [
    ['a: b\n'.repeat(1_000_000), 'The file is too large'],
    ['['.repeat(10_000), 'nested too deeply'],
    [bomb.join('\n'), 'too many values'],
  ] as const) {
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await paste(text)
    await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible()
  }

  // Typing over several lines leaves no inline style behind, which the page's policy would refuse.
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('services:')
  await page.keyboard.press('Enter')
  await page.keyboard.type('x')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.type('yes')
  await expect(editor.locator('.cm-line')).toHaveCount(1)
  await page.getByRole('navigation', { name: 'Edit as' }).getByRole('link', { name: 'Form' }).click()
  await expect(editor).toHaveCount(0)
  await expectNoAlarms(page, alarms)
})
