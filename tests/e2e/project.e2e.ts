import { scaleToLoad } from '../scale-to-load.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, NOWHERE_IMAGE, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

test('instances are filtered, searched and sorted, and the URL keeps it [P4.2, P7.11]', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const web = await deployInstance(page, project, { name: 'web' })
  const clock = await deployInstance(page, project, { name: 'clock', image: 'longshore/clock:1', ports: [] })
  const lost = await deployInstance(page, project, { name: 'lost', image: NOWHERE_IMAGE, ports: [] })
  await waitForState(page, web, 'Active')
  await waitForState(page, clock, 'Active')
  await waitForState(page, lost, 'Failed-start')
  await page.goto(`/${organization.profile.username}/project/${project._id}`)
  const rows = page.getByRole('table', { name: 'Instances' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expectNoAxeViolations(page)
  const filter = page.getByRole('navigation', { name: 'Filter by state' })
  await expect(filter.getByRole('link', { name: 'All Instances 3' })).toHaveAttribute('aria-current', 'page')
  await filter.getByRole('link', { name: 'Failed to start 1' }).click()
  await expect(page).toHaveURL(/state=Failed-start/)
  await expect(rows).toHaveCount(1)
  await filter.getByRole('link', { name: 'Active 2' }).click()
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(rows.first()).toContainText('clock')
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('web')
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search instances' })).toHaveValue('web')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link', { name: /^web/ }).first().click()
  await expect(page).toHaveURL(addressOf(organization, web))
})

test('a project is deleted by its name after “Please be sure, this action is irreversible”, and only when it is empty; one that does not exist shows an error [A2.23, A2.52, A5.5, P2.3, P2.34, P5.10, P6.3, P8.12]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const clock = await deployInstance(page, project, { name: 'clock', image: 'longshore/clock:1', ports: [] })
  await page.goto(`/${organization.profile.username}/project/${project._id}`)
  const openDialog = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete project' }).click()
  }
  await openDialog()
  await expect(page.getByRole('dialog', { name: 'Shop cannot be deleted yet' })).toContainText('1 instance')
  await page.keyboard.press('Escape')
  await callAs(page, 'DELETE', `compute-instance/${clock._id}`)
  await expect(page.getByText('No instances yet')).toBeVisible({ timeout: 20_000 })
  await openDialog()
  const dialog = page.getByRole('dialog', { name: 'Delete Shop' })
  const confirm = dialog.getByRole('button', { name: 'Delete project' })
  await expect(confirm).toBeDisabled()
  await expect(dialog).toContainText('Please fill in all the fields')
  await dialog.getByRole('textbox').fill('shop')
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('textbox').fill('Shop')
  await expect(dialog).toContainText('Please be sure, this action is irreversible')
  await expectNoAxeViolations(page)
  await confirm.click()
  await expect(page).toHaveURL(`/${organization.profile.username}/dashboard`)
  await expect(page.getByText('Project deleted successfully')).toBeVisible()

  for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id']) {
    await navigateTo(page, `/${organization.profile.username}/project/${id}`)
    await expect(page.getByText('Project not found')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL(`/${organization.profile.username}/dashboard`)
})

test('of ten thousand instances, only the windows on screen are loaded, and fewer than a hundred rows are rendered', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Fleet')
  const instance = await deployInstance(page, project, { name: 'one', image: 'longshore/clock:1', ports: [] })
  const made = await waitForState(page, instance, 'Active')
  const total = 10_000
  const fleet = Array.from({ length: total }, (_, at) => ({
    ...made,
    _id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    name: `ship-${String(at).padStart(5, '0')}`,
    createdAt: new Date(Date.parse(made.createdAt) - at * 1000).toISOString(),
  }))
  // Copies the real response: deploying as many instances would test the engine, not this page.
  const skips: number[] = []
  const limits = new Set<number>()
  await page.route(`**/compute-project/${project._id}/instances*`, (route) => {
    const query = new URL(route.request().url()).searchParams
    const [skip, limit] = [Number(query.get('skip')), Number(query.get('limit'))]
    const found = fleet.filter(({ name }) => name.includes(query.get('search') ?? ''))
    skips.push(skip)
    limits.add(limit)
    return route.fulfill({ json: { instances: found.slice(skip, skip + limit), totalCount: found.length } })
  })
  await page.goto(`/${organization.profile.username}/project/${project._id}?search=ship-09999`)
  const rows = page.getByRole('table', { name: 'Instances' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(1, { timeout: 20_000 })
  await page.getByRole('searchbox', { name: 'Search instances' }).fill('ship')
  await expect(page.getByText('10,000 instances')).toBeVisible()
  await expect(rows.getByRole('link', { name: 'ship-00000' })).toBeVisible()
  expect(new Set(skips)).toEqual(new Set([0]))
  // What is selected is said: the loaded rows, and never those that were not on screen.
  await page.getByRole('checkbox', { name: 'Select the 100 loaded rows' }).check()
  await expect(page.getByText('100 instances selected, of 10,000.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(rows.getByRole('link', { name: 'ship-09999' })).toBeVisible()
  expect(await rows.count()).toBeLessThan(100)
  expect([...limits], 'one window a request').toEqual([100])
  expect(new Set(skips).size, 'only windows on screen are loaded').toBeLessThan(6)
  const longest = await page.evaluate(async () => {
    const gaps: number[] = []
    let last = performance.now()
    for (let frames = 0; frames < 30; frames += 1) {
      await new Promise(requestAnimationFrame)
      gaps.push(performance.now() - last)
      last = performance.now()
    }
    return Math.max(...gaps)
  })
  expect(longest).toBeLessThan(scaleToLoad(1000))
})
