import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { busyboxImage, importBusybox } from '../engines/bootstrap/busybox-image.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject, readInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/container-test.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const deployBusybox = async (page: Page) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const service = {
    name: 'web',
    image: busyboxImage,
    command: ['sleep', '100000'],
    cpuMilli: 500,
    memoryBytes: 2 ** 27,
  }
  const response = await callAs(page, 'POST', 'compute-instance/create', {
    organizationId: project.organizationId,
    projectId: project._id,
    name: 'boat',
    region: 'us-west',
    configuration: { services: [{ ...service, storageBytes: 2 ** 30 }] },
  })
  const body = await response.json()
  const { _id: id } = body.instance
  await expect.poll(async () => (await readInstance(page, id)).state, { timeout: 90_000 }).toBe('Active')
  await page.goto(`/${organization.profile.username}/${project._id}/${id}/shell`)
  return { page, id }
}

const type = async (page: Page, line: string) => {
  await page.getByRole('textbox', { name: 'Terminal input' }).focus()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}
const rows = (page: Page) => page.locator('.xterm-rows')
const open = async (page: Page) => {
  const before = await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').count()
  await page.getByRole('button', { name: 'Open shell' }).click()
  await expect(rows(page)).toContainText('#', { timeout: 30_000 })
  return before
}

test('a shell of a container: typing, colours, paste, search, leaving it, losing it, and its end [P2.36]', async ({
  page,
  context,
  containers,
}) => {
  test.setTimeout(240_000)
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener(
      'securitypolicyviolation',
      ({ sourceFile, effectiveDirective, lineNumber, columnNumber }) => {
        violations.push(`${effectiveDirective} ${sourceFile} ${lineNumber} ${columnNumber}`)
      },
    )
  })
  await importBusybox(containers.docker)
  await deployBusybox(page)
  await expectNoAxeViolations(page)
  await open(page)
  await type(page, 'echo "he"llo; printf "\\033[38;2;10;200;30mgreen\\033[0m\\n"')
  await expect(rows(page)).toContainText('hello')
  await expect(rows(page)).toContainText('green')
  await expectNoAxeViolations(page)

  // A program can write neither the clipboard nor the title, and its links open nothing.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('mine'))
  const title = await page.title()
  await type(page, 'printf "\\033]52;c;c3RvbGVu\\a\\033]0;stolen\\a\\033]8;;https://example.org\\alink\\033]8;;\\a\\n"')
  await expect(rows(page)).toContainText('link')
  await rows(page).getByText('link', { exact: true }).last().click({ force: true })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine')
  expect(await page.title()).toBe(title)
  expect(context.pages()).toHaveLength(1)

  // Several lines are pasted only after a question.
  const input = page.getByRole('textbox', { name: 'Terminal input' })
  const paste = (text: string) =>
    input.evaluate((element, given) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', given)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await paste('echo pa""sted')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toContainText('pasted')
  await paste('echo o""ne\necho t""wo\n')
  await expect(page.getByText('Paste 3 lines?')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page)).not.toContainText('one')
  await paste('echo o""ne\necho t""wo\n')
  await page.getByRole('button', { name: 'Paste', exact: true }).click()
  await expect(rows(page)).toContainText('two')

  // The keyboard leaves the terminal by its shortcut, while Tab belongs to the program.
  await page.keyboard.press('Tab')
  await expect(input).toBeFocused()
  await page.keyboard.press('Control+F6')
  await expect(input).not.toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Search the output' })
  await search.fill('hello')
  await expect(page.getByText('No match.')).toBeHidden()
  await search.fill('nothing like it')
  await expect(page.getByText('No match.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy as text' }).click()
  await expect(page.getByText('Copied.')).toBeHidden()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('hello')

  // A session goes on while another page is shown, and while the connection is lost.
  await type(page, 'for i in 1 2 3 4 5 6 7 8; do sleep 1; echo "tick $i."; done; echo e""nd')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Shell', exact: true }).click()
  await context.setOffline(true)
  await expect(page.getByText('Connection lost, reconnecting')).toBeVisible({ timeout: 40_000 })
  await context.setOffline(false)
  await expect(rows(page)).toContainText('end', { timeout: 40_000 })
  const text = (await rows(page).textContent()) ?? ''
  expect(text.match(/tick \d\./g)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => `tick ${at}.`))

  await type(page, 'exit 3')
  await expect(page.getByText('The shell has ended with exit code 3.')).toBeVisible({ timeout: 20_000 })
  expect(await page.evaluate(() => Reflect.get(window, 'violations'))).toEqual([])
})

test('a terminal that prints 10 MB leaves the page usable, files are moved both ways, and a restart ends it in words', async ({
  page,
  containers,
}) => {
  test.setTimeout(240_000)
  await importBusybox(containers.docker)
  const { id } = await deployBusybox(page)
  await open(page)
  await type(page, 'head -c 10000000 /dev/urandom; printf "\\033c"; echo f""inished')
  const heading = page.getByRole('heading', { level: 1 })
  // The page answers while the output arrives.
  await page.getByRole('button', { name: 'Copy as text' }).focus()
  await expect(heading).toHaveText('boat')
  await expect(rows(page)).toContainText('finished', { timeout: 120_000 })

  await page.getByRole('link', { name: 'Files' }).click()
  await page.getByRole('button', { name: 'Open files' }).click()
  const table = (path: string) => page.getByRole('table', { name: `Files in ${path}` })
  await table('/').getByRole('link', { name: 'etc' }).click()
  await table('/etc').getByRole('link', { name: 'passwd' }).click()
  await expect(page.getByText('root:x:0:0:root:/:/bin/sh')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: '/', exact: true }).click()
  await table('/').getByRole('link', { name: 'tmp' }).click()
  await expect(page.getByText('This folder is empty')).toBeVisible()
  const buffer = Buffer.alloc(200_000, 'ahoy')
  await page.getByLabel('Files to upload').setInputFiles({ name: 'note.bin', mimeType: 'text/plain', buffer })
  await expect(table('/tmp')).toContainText('note.bin')
  await page.getByLabel('Files to upload').setInputFiles({ name: 'note.bin', mimeType: 'text/plain', buffer })
  await page.getByRole('button', { name: 'Replace it' }).click()
  await expect(page.getByText('Uploading note.bin')).toBeHidden()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download note.bin' }).click(),
  ])
  expect(readFileSync(await download.path()).equals(buffer)).toBe(true)
  await page.getByRole('link', { name: 'Terminal' }).click()

  expect((await callAs(page, 'POST', `cluster-instance/${id}/restart`, {})).ok()).toBe(true)
  await expect(page.getByText('The replica was stopped, restarted or replaced')).toBeVisible({ timeout: 60_000 })
})
