import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { createOrganization, signUpWithOrganization, unique } from './fixtures/users.ts'
import { installEvmWallet } from './fixtures/wallets.ts'

test('a template is deployed, becomes Active without a reload, and its link responds [P2.6, P2.5, P4.2, P9.4]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  await page.goto(`/${organization.profile.username}/project/${project._id}`)
  await page.getByRole('link', { name: 'New instance' }).click()
  await expect(page).toHaveURL(new RegExp(`/${project._id}/new-instance$`))
  await page.getByRole('radio', { name: 'Hello' }).check()
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText(/\$\d+\.\d{2} \/ month/)
  await expect(summary).toContainText(/\$\d+\.\d{4} \/ day/)
  const next = page.getByRole('button', { name: 'Continue' })
  for (const title of ['Where should it run?', 'How much does it need?', 'How should it run?', 'Review']) {
    await next.click()
    await expect(page.getByRole('heading', { name: title })).toBeFocused()
    await expectNoAxeViolations(page)
  }
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page).toHaveURL(/\/logs\/deployment-logs$/)
  const loaded = await page.evaluate(() => performance.timeOrigin)
  await expect(page.getByRole('region', { name: 'Deployment logs of hello' })).toContainText('Queued')
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible({ timeout: 30_000 })
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded)
  const link = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')
  const appPage = await page.context().newPage()
  await appPage.goto(link ?? '')
  await expect(appPage.getByText('Hello from Longshore')).toBeVisible()
})

test('choices survive a reload, back and forward', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  await page.goto(`/${organization.profile.username}/${project._id}/new-instance`)
  await page.getByRole('radio', { name: 'Guestbook' }).check()
  const next = page.getByRole('button', { name: 'Continue' })
  await next.click()
  await page.getByRole('radio', { name: 'EU West' }).check()
  await next.click()
  await page.getByRole('radio', { name: 'Medium', exact: true }).check()
  await next.click()
  await page.getByLabel('Name', { exact: true }).fill('visitors')
  await page.getByLabel('Title').fill('Who was here')
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByRole('textbox', { name: 'Name 1' }).fill('COLOUR')
  await page.getByRole('textbox', { name: 'Value 1' }).fill('teal')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('visitors')
  await expect(page.getByLabel('Title')).toHaveValue('Who was here')
  await expect(page.getByRole('textbox', { name: 'Name 1' })).toHaveValue('COLOUR')
  // Values are secrets, so the browser stores none; the wizard asks for them again.
  await expect(page.getByRole('textbox', { name: 'Value 1' })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('teal')
  await next.click()
  await expect(page.getByText('Enter this value again.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Value 1' }).fill('teal')
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Medium', exact: true })).toBeChecked()
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'EU West' })).toBeChecked()
  await page.goForward()
  await page.goForward()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('visitors')
  await next.click()
  await expect(page.getByRole('region', { name: 'How', exact: true })).toContainText('COLOUR')
})

test('missing or invalid input shows an error at its field before anything is sent', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  await page.goto(`/${organization.profile.username}/${project._id}/new-instance?from=image`)
  const next = page.getByRole('button', { name: 'Continue' })
  const image = page.getByRole('textbox', { name: 'Container image' })
  await image.fill('Not An Image')
  await next.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a container image' })).toBeVisible()
  await image.fill('longshore/echo:1')
  await next.click()
  await next.click()
  await next.click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('echo')
  await page.getByRole('button', { name: 'Add port' }).click()
  await page.getByRole('textbox', { name: 'Port 1' }).fill('99999')
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByRole('textbox', { name: 'Name 1' }).fill('2BAD')
  await next.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Must be from 1 to 65535.' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Use letters, digits and underscores' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name 1' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Port 1' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Port 1' }).fill('8080')
  await page.getByRole('button', { name: 'Remove 2BAD' }).click()
  await next.click()
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page).toHaveURL(/deployment-logs$/)
})

test('a user without an e-mail address sees what to do before the press [A5.11, A3.1]', async ({ page }) => {
  await installEvmWallet(page)
  await page.goto('/login/wallet')
  await page.getByRole('button', { name: 'Harbour Wallet' }).click()
  await expect(page).toHaveURL('/onboarding')
  const organization = await createOrganization(page, unique('Harbour'))
  const project = await createProject(page, organization, 'Shop')
  // Onboarding is left by itself once an organisation exists, which would undo a navigation in the page.
  await page.goto(`/${organization.profile.username}/${project._id}/new-instance?step=review&template=longshore-hello`)
  await expect(page.getByText('Add an e-mail address to your profile before you deploy.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deploy' })).toBeDisabled()
  await page.getByRole('link', { name: 'Add an e-mail address' }).click()
  await expect(page.getByLabel('Your email')).toBeVisible()
})

test('disabled regions cannot be selected, prices include a discount, plans are searched, a custom one comes from CPU and RAM, and a lack of capacity shows before the press [P2.16, P3.4, P4.14, P4.15, P5.1, P9.2, P9.12]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const wizard = `/${organization.profile.username}/${project._id}/new-instance`
  const summary = page.getByRole('complementary', { name: 'Summary' })
  const plans = page.getByRole('group', { name: 'Plan' }).getByRole('radio')
  await test.step('regions', async () => {
    await navigateTo(page, `${wizard}?step=where&template=longshore-hello`)
    await expect(page.getByRole('radio', { name: 'US West' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'US East' })).toBeDisabled()
    await expect(page.getByRole('radio', { name: 'Asia Pacific' })).toBeDisabled()
    await expect(page.getByRole('radio', { name: 'EU West' })).toHaveCount(1)
    await expect(page.getByText('10% off until December 31, 2099')).toBeVisible()
    await expect(summary).toContainText('$1.35')
    await page.getByRole('radio', { name: 'EU West' }).check()
    await expect(summary).toContainText('$1.28')
  })
  await test.step('plans: the recommended one is first, and a custom one above it once CPU and RAM are given', async () => {
    await navigateTo(page, `${wizard}?step=how-much&template=longshore-hello`)
    await expect(plans.first()).toHaveAccessibleName('Nano')
    await expect(plans.first()).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Storage' })).toHaveValue('20')
    await expect(summary).toContainText('$1.35')
    await page.getByRole('textbox', { name: 'CPU' }).fill('2')
    await expect(page.getByRole('radio', { name: 'Custom' })).toHaveCount(0)
    await page.getByRole('textbox', { name: 'RAM' }).fill('4')
    await expect(plans.first()).toHaveAccessibleName('Custom')
    await expect(plans.first()).toBeChecked()
    await expect(plans.nth(1)).toHaveAccessibleName('Nano')
    await expect(summary).toContainText('$31.80')
    await page.getByRole('textbox', { name: 'RAM' }).fill('')
    await expect(page.getByRole('radio', { name: 'Custom' })).toHaveCount(0)
    await expect(plans.first()).toBeChecked()
  })
  await test.step('plans are searched by name, the chosen one stays, and a dialog shows the brackets', async () => {
    await navigateTo(page, `${wizard}?step=how-much&template=longshore-hello`)
    await page.getByRole('radio', { name: 'Large', exact: true }).check()
    await page.getByRole('searchbox', { name: 'Search plans' }).fill('MEDIUM')
    await expect(plans).toHaveCount(3)
    await expect(plans.first()).toHaveAccessibleName('Nano')
    await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('Large')
    await page.reload()
    await expect(plans).toHaveCount(3)
    await page.getByRole('searchbox', { name: 'Search plans' }).fill('no plan has this name')
    await expect(page.getByText('No other plan has this name.')).toBeVisible()
    await page.getByRole('button', { name: 'Bracket system' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bracket system' })
    await expect(dialog.getByRole('row', { name: '$15 to $45' })).toContainText(/24.*96.*1536/)
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Okay' }).click()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('a size without capacity in the region', async () => {
    const choices = 'template=longshore-hello&plan=custom-id&cpu=64&ram=512'
    await navigateTo(page, `${wizard}?step=how-much&${choices}`)
    await expect(page.getByRole('radio', { name: 'Custom' })).toBeDisabled()
    await expect(page.getByText('Not enough capacity in US West at present').first()).toBeVisible()
    await expect(summary).toContainText('Not enough capacity')
    await navigateTo(page, `${wizard}?step=review&${choices}`)
    await expect(page.getByRole('button', { name: 'Deploy' })).toBeDisabled()
  })
})

test('templates are found by name and category, without those for graphics processors; their versions survive a reload; credentials for a private registry are entered in a dialog [P2.31, P3.7, P5.2, P5.9, P7.14]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const wizard = `/${organization.profile.username}/${project._id}/new-instance`
  await navigateTo(page, wizard)
  const templates = page.getByRole('radio')
  await expect(page.getByRole('radio', { name: 'Hello' })).toBeVisible()
  await expectNoAxeViolations(page)
  for (const category of ['Node', 'AI'])
    await expect(page.getByRole('link', { name: category, exact: true })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('guest')
  await expect(page).toHaveURL(/search=guest/)
  // The deployment types, the ways to begin, and the one template.
  await expect(templates).toHaveCount(8)
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('nothing is called that')
  await page.getByRole('button', { name: 'Use a container image' }).click()
  await expect(page.getByLabel('Container image').last()).toBeVisible()

  await test.step('versions', async () => {
    await navigateTo(page, `${wizard}?step=how&template=nginx`)
    await page.getByRole('combobox', { name: 'Version' }).click()
    await page.getByRole('option', { name: '1.28' }).click()
    await expect(page.getByText('nginx:1.28-alpine')).toBeVisible()
    await page.reload()
    await expect(page.getByText('nginx:1.28-alpine')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'What' })).toContainText('nginx:1.28-alpine')
  })
  await test.step('credentials', async () => {
    await navigateTo(page, `${wizard}?from=image&image=ghcr.io/you/app:1`)
    await page.getByRole('button', { name: 'Add credentials' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Credentials' })
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await expectNoAxeViolations(page)
    await dialog.getByLabel('REGISTRY').fill('ghcr.io')
    const icon = dialog.getByTitle('GitHub')
    await expect(icon).toBeVisible()
    // The spinner leaves, and the picture comes, after three seconds.
    const delays = await icon.evaluate((node) =>
      [...node.children].flatMap((part) => getComputedStyle(part).animationDelay.split(', ')),
    )
    expect(delays).toEqual(expect.arrayContaining(['0s', '3s', '3s']))
    await dialog.getByLabel('USERNAME').fill('you')
    await expect(save).toBeDisabled()
    await dialog.getByLabel('PASSWORD').fill('token')
    await save.click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Pulled from ghcr.io as you')).toBeVisible()
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(kept).not.toContain('"password":"token"')
  })
})

test('Deploy is enabled once its input is known, an API error is shown near it and at its field, and a narrow screen has the price in view [P8.1]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const wizard = `/${organization.profile.username}/${project._id}/new-instance`
  for (const late of ['cluster-templates', 'cluster-available-hardware/regions', 'compute-machine-image/id/*']) {
    const { promise: arrives, resolve: respond } = Promise.withResolvers<void>()
    const held = page.waitForRequest(`**/api/${late}`)
    await page.route(`**/api/${late}`, async (route) => {
      await arrives
      await route.continue()
    })
    await page.goto(`${wizard}?step=review&template=longshore-hello`)
    await held
    await expect(page.getByRole('button', { name: 'Deploy' })).toBeDisabled()
    respond()
    await expect(page.getByRole('button', { name: 'Deploy' })).toBeEnabled()
  }

  let errorResponse: object = {
    error: 'insufficientCapacity',
    message: 'This machine does not have enough capacity for this instance.',
  }
  await page.route('**/compute-instance/create', (route) => route.fulfill({ status: 409, json: errorResponse }))
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByRole('main').getByText('The instance was not deployed')).toBeVisible()
  const fields = [{ field: 'ports.0.containerPort', message: 'This port is kept.' }]
  errorResponse = { error: 'invalid', message: 'Some fields are invalid. Check them and try again.', fields }
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByText('How: This port is kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Change how', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Port 1' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Port 1' }).fill('9000')
  await expect(page.getByRole('textbox', { name: 'Port 1' })).not.toHaveAttribute('aria-invalid', 'true')

  await page.setViewportSize({ width: 360, height: 740 })
  for (const step of ['what', 'where', 'how-much', 'how', 'review']) {
    await navigateTo(page, `${wizard}?step=${step}&template=longshore-guestbook`)
    await expect(page.getByRole('complementary', { name: 'Summary' }).getByText(/\$\d/).first()).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
})
