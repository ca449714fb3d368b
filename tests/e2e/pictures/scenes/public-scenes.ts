import type { Page } from '@playwright/test'
import { AGENT_DASHBOARD, CHOOSER } from '../../../../src/rules/after-login.ts'
import { codeOf } from '../../fixtures/built-files.ts'
import { navigateTo } from '../../fixtures/navigate-to.ts'
import { callAs } from '../../fixtures/users.ts'
import { failing, failWith500, over } from '../actions.ts'
import type { Company } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const agentLogin = '/login?app=skynet'

/** Overrides the product configuration from here on. */
const configured = (changes: object) => async (page: Page) => {
  await page.route('**/api/configuration', async (route) => {
    const original = await route.fetch()
    await route.fulfill({ response: original, json: { ...(await original.json()), ...changes } })
  })
}

const withVideos = async (page: Page) => {
  await page.route('https://video.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<body style="background:#123">' }),
  )
  await configured(recommended)(page)
}

const notices = {
  maintenance: {
    text: 'The database moves to a new quay tonight, from 22:00 to 23:00 UTC.',
    type: 'warning',
    expiresAt: '2199-01-01T00:00:00.000Z',
    links: [{ label: 'What it means for you', href: 'https://longshore.example/move' }],
  },
  announcement: { text: 'A new region is open.', type: 'info', expiresAt: '2199-01-01T00:00:00.000Z' },
}

const recommended = {
  marketing: {
    title: 'Run a model of your own',
    description: 'A minute from here to a chat that is yours alone.',
    buttonText: 'Try it',
    templateName: 'Chat with a small model',
    templateId: 'longshore-guestbook',
    gpu: true,
  },
  resources: [
    { title: 'First steps', text: 'From an image to a link in a minute', href: 'https://longshore.example/first' },
    { title: 'Private images', text: 'Credentials, and where they are kept', href: 'https://longshore.example/images' },
  ],
  videos: [{ title: 'A tour of the harbour', src: 'https://video.example/embed/1' }],
}

const openVideo = (page: Page) => page.getByRole('button', { name: 'A tour of the harbour' }).click()

const banners = async (page: Page) => {
  await page.route('**/api/banner/toSee', (route) =>
    route.fulfill({
      json: {
        success: true,
        banners: ['Prices fall', 'A survey'].map((title, at) => ({
          _id: String(at),
          active: at === 0,
          title,
          text: 'From the first of the month on, storage costs a third less.',
          link: { label: 'Read more', href: 'https://longshore.example/prices' },
        })),
      },
    }),
  )
  await configured({ ...notices, hasBanners: true })(page)
}

const code = async (page: Page) => {
  const begun = await page.request.post('/api/auth/cli/device', {
    data: {},
    headers: { 'user-agent': 'longshore/1.0' },
  })
  await navigateTo(page, `/user/cli-login?code=${(await begun.json()).userCode}`)
  await page.getByRole('button', { name: 'Approve' }).waitFor()
}

/** The pages before, around and beside the console. */
export const publicScenes = ({ username, shop }: Company): Scene[] => [
  { name: 'login-co-branded', path: agentLogin, isOutside: true },
  { name: 'login-notices', path: '/login', isOutside: true, before: configured(notices) },
  { name: 'cli-login-done', path: '/notifications/cli-login?email=ada@example.org', isOutside: true },
  { name: 'crypto-success', path: '/crypto-payment-callback?copperx_success=true', isOutside: true },
  { name: 'crypto-cancelled', path: '/crypto-payment-callback?copperx_success=false', isOutside: true },
  { name: 'organisation-missing', path: '/nobody-is-called-that', isOutside: true },
  {
    name: 'modal-security-check',
    path: '/callback/github?error=security_check',
    isOutside: true,
    isOver: true,
    act: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'chooser', path: CHOOSER },
  {
    name: 'chooser-disabled',
    path: CHOOSER,
    before: configured({ disabledApps: ['provider'], apps: { provider: null, fizzNode: null } }),
  },
  {
    name: 'menu-apps',
    path: `/${username}/dashboard`,
    isOver: true,
    // A narrow screen has them in its one menu.
    act: (page) =>
      page
        .getByRole('button', { name: /^(Switch app|Navigation)$/ })
        .filter({ visible: true })
        .click(),
  },
  { name: 'cli-login-done-inside', path: '/notifications/cli-login' },
  { name: 'cli-login-code', path: '/user/cli-login' },
  { name: 'cli-login-approve', path: '/user/cli-login', act: code },
  { name: 'cli-login-unknown', path: '/user/cli-login?code=BCDF-GHJK' },
  { name: 'dashboard-banners', path: `/${username}/dashboard`, before: banners },
  { name: 'dashboard-recommended', path: `/${username}/dashboard`, before: withVideos },
  over('video', `/${username}/dashboard`, openVideo, withVideos),
  { name: 'profile-failed', path: `/${username}/dashboard`, act: failing('**/api/profile') },
  { name: 'crash', path: '/user/cli-login', before: breaking },
  { name: 'code-lost', path: '/user/cli-login', before: losing(CLI_LOGIN) },
  { name: 'code-lost-of-next', path: `/${username}/dashboard`, before: losingNext, act: next(shop.name) },
  over('code-lost', `/${username}/dashboard`, openShortcuts, losing('ui/modals/shortcuts-dialog.tsx')),
  { name: 'agent-dashboard-failed', path: AGENT_DASHBOARD, before: failWith500('**/api/configuration') },
  ...visited(username, shop._id),
]

const CLI_LOGIN = 'ui/device/cli-login-page.tsx'

const breaking = async (page: Page) => {
  await page.route(codeOf(CLI_LOGIN), (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export const CliLoginPage = () => { throw new Error('The hull is leaking.') }",
    }),
  )
}

const losing = (module: string) => async (page: Page) => {
  await page.route(codeOf(module), (route) => route.abort())
}

const losingNext = losing('ui/projects/project-page.tsx')

const next = (link: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name: link }).first().click()
  await page.getByText('The page could not be opened').waitFor()
}

const openShortcuts = async (page: Page) => {
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'The dialog could not be opened' }).waitFor()
}

/** Seen by a signed-out user, while the organisation is public. */
const visited = (username: string, projectId: string): Scene[] => [
  visit(username, 'public-organisation', `/${username}`),
  visit(username, 'public-project', `/${username}/project/${projectId}`),
]

/** As a signed-out user sees instances of the sample harbour. */
export const publicInstanceScenes = ({ username, shop }: Company): Scene[] =>
  ['orders', 'newsletter'].map((name) =>
    visit(username, `public-instance-${name}`, `/${username}/project/${shop._id}`, (page) =>
      page.getByRole('link', { name }).first().click(),
    ),
  )

const visit = (username: string, name: string, path: string, then?: (page: Page) => Promise<void>): Scene => {
  const open = (publiclyAccessible: boolean) => async (page: Page) => {
    const { organization } = await (await callAs(page, 'GET', `organization?username=${username}`)).json()
    await callAs(page, 'PATCH', `organization/${organization._id}/public-access`, { publiclyAccessible })
  }
  let token = ''
  return {
    name,
    path,
    before: async (page) => {
      await page.goto('/api/health')
      token = (await page.evaluate(() => localStorage.getItem('jwt-token'))) ?? ''
      await open(true)(page)
      await page.evaluate(() => localStorage.removeItem('jwt-token'))
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Sign Up' }).waitFor()
      await then?.(page)
    },
    after: async (page) => {
      await page.evaluate((kept) => localStorage.setItem('jwt-token', kept), token)
      await open(false)(page)
    },
  }
}
