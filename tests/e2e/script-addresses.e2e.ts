import type { Page } from '@playwright/test'
import { EVIL_HOST, expectAsText, expectNoAlarms, watchForAlarms } from './fixtures/alarms.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const script = `"><img src=//${EVIL_HOST}/x onerror=alert(1)>`
const typed = encodeURIComponent(script)

test('an organisation, a code or a redirect in a URL is at most shown as text, and leads nowhere else', async ({
  page,
  baseURL,
}) => {
  const alarms = await watchForAlarms(page)
  await page.goto(`/${typed}`)
  await expectAsText(page, script, alarms)
  await signUpWithOrganization(page)
  // They redirect by themselves, and would override the next URL.
  const redirecting = [
    `/post-login?redirectUrl=${encodeURIComponent('javascript:alert(1)')}`,
    `/post-login?redirectUrl=${encodeURIComponent(`https://${EVIL_HOST}/`)}`,
    `/connection-callback?provider=github&error=${typed}`,
    `/github/callback/auth?error=${typed}&code=${typed}`,
    `/github/auth/${typed}`,
    `/login?error=${typed}&redirectUrl=${typed}`,
    `/login?redirectUrl=${encodeURIComponent('javascript:alert(1)')}`,
    `/signup?redirectUrl=${encodeURIComponent(`//${EVIL_HOST}`)}`,
    `/login/wallet?redirectUrl=${typed}`,
    `/callback/github?error=${typed}`,
    `/callback/${typed}?error=${typed}&token=${typed}`,
    `/logout?next=${typed}`,
  ]
  const staying = [
    `/crypto-payment-callback?copperx_success=${typed}`,
    `/notifications/cli-login?code=${typed}`,
    `/invite/${typed}#${typed}`,
    `/user/cli-login?code=${typed}`,
    `/user/notifications?type=${typed}`,
    `/user/settings/login-connections?error=${typed}`,
    `/user/${typed}`,
  ]
  const expectHarmless = async (tab: Page, path: string) => {
    await expect(tab.locator('body')).toContainText(/\w/, { useInnerText: true })
    await expectNoAlarms(tab, alarms)
    expect(new URL(tab.url()).origin, path).toBe(baseURL)
  }
  for (const path of staying) {
    await navigateTo(page, path)
    await expectHarmless(page, path)
  }
  for (const path of redirecting) {
    const tab = await page.context().newPage()
    await tab.goto(path)
    await expectHarmless(tab, path)
    await tab.close()
  }
})

test('the name of a device is shown as text where it is approved, in notifications and in the list of sessions', async ({
  page,
}) => {
  await signUpWithOrganization(page)
  const headers = { 'user-agent': '<script>alert(1)</script>' }
  const device = '<script>alert(1)<'
  const { userCode, deviceCode } = await (await page.request.post('/api/auth/cli/device', { headers, data: {} })).json()
  const alarms = await watchForAlarms(page)
  await page.goto(`/user/cli-login?code=${userCode}`)
  await expectAsText(page, device, alarms)
  expect((await callAs(page, 'POST', 'auth/cli/decision', { userCode, approve: true })).ok()).toBe(true)
  expect((await page.request.post('/api/auth/cli/token', { headers, data: { deviceCode } })).ok()).toBe(true)
  for (const path of ['/user/notifications', '/user/settings/login-connections']) {
    await navigateTo(page, path)
    await expectAsText(page, device, alarms)
  }
})

test('a picture’s file name and the name of a container image are text, and nothing else', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  const alarms = await watchForAlarms(page)
  await page.goto('/user/settings/general')
  for (const name of [`${script.replaceAll('/', '')}.svg`, `${script.replaceAll('/', '')}.png`]) {
    const mimeType = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
    const buffer = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`,
    )
    await page.getByLabel('Picture', { exact: true }).setInputFiles({ name, mimeType, buffer })
    await expect(page.getByRole('alert')).toBeVisible()
    await expectNoAlarms(page, alarms)
  }
  const project = await createProject(page, organization, 'Shop')
  const wizard = `/${organization.profile.username}/${project._id}/new-instance`
  await navigateTo(page, `${wizard}?from=image&image=${typed}`)
  await expectAsText(page, script, alarms)
})

test('the policy of every page allows only the console’s own script files, and the browser enforces it', async ({
  page,
}) => {
  for (const path of ['/', '/login', '/nobody-is-called-that', '/api/docs', '/api/sandbox/mail']) {
    const response = await page.request.get(path, { headers: { accept: 'text/html' } })
    const policy = response.headers()['content-security-policy'] ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1]
    expect([path, scripts]).toEqual([path, expect.stringMatching(/^'(self|none)'/)])
    expect(policy, path).not.toMatch(/script-src[^;]*(unsafe-inline|unsafe-eval|data:|\*)/)
  }
  const alarms = await watchForAlarms(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeVisible()
  expect(alarms.found).toEqual([])
  const ran = await page.evaluate(async () => {
    Reflect.set(window, 'ran', [])
    const place = document.createElement('div')
    place.innerHTML = `<img src="data:," onerror="window.ran.push('an attribute')"><a href="javascript:window.ran.push('an address')">go</a>`
    document.body.append(place)
    const element = document.createElement('script')
    element.textContent = "window.ran.push('an element')"
    document.body.append(element)
    const foreign = document.createElement('script')
    foreign.src = 'data:text/javascript,window.ran.push("a file")'
    document.body.append(foreign)
    place.querySelector('a')?.click()
    return Reflect.get(window, 'ran')
  })
  await expect.poll(() => alarms.found.length).toBeGreaterThanOrEqual(4)
  expect(ran).toEqual([])
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toEqual([])
  for (const directive of ['script-src-elem', 'script-src-attr']) expect(alarms.found.join('\n')).toContain(directive)
})
