import type { RouteObject } from 'react-router-dom'
import { providers } from '../../src/contract/wire/account.ts'
import { AGENT_DASHBOARD, CHOOSER } from '../../src/rules/after-login.ts'
import { fetched } from '../parts/lazy/fetched.ts'
import { Entry } from './entry.tsx'
import { Root } from './root.tsx'

/** A page's code is fetched when its address is first opened. */
const page =
  <Name extends string>(load: () => Promise<Record<Name, React.ComponentType>>, name: Name) =>
  async () => ({ Component: (await fetched(load))[name] })

/** A page, and what has to be there before it; both are fetched at once. */
const after =
  <T,>(ready: () => Promise<void>, load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [found] = await Promise.all([load(), ready()])
    return found
  }

const signedOut: RouteObject[] = [
  { path: '/', Component: Entry },
  { path: '/login', lazy: page(() => import('../session/login-page.tsx'), 'LoginPage') },
  { path: '/signup', lazy: page(() => import('../session/signup-page.tsx'), 'SignupPage') },
  { path: '/login/wallet', lazy: page(() => import('../session/wallet-page.tsx'), 'WalletPage') },
  { path: '/login/verify', lazy: page(() => import('../session/verify-page.tsx'), 'VerifyPage') },
  { path: '/login/:provider', lazy: page(() => import('../session/provider-page.tsx'), 'ProviderLoginPage') },
  { path: '/signup/:provider', lazy: page(() => import('../session/provider-page.tsx'), 'ProviderSignupPage') },
  { path: '/callback/:provider', lazy: page(() => import('../session/callback-page.tsx'), 'CallbackPage') },
  {
    path: '/connection-callback',
    lazy: page(() => import('../user/connecting/connection-callback.tsx'), 'ConnectionCallback'),
  },
  {
    path: '/notifications/cli-login',
    lazy: page(() => import('../device/cli-login-done-page.tsx'), 'CliLoginDonePage'),
  },
  {
    path: '/crypto-payment-callback',
    lazy: page(() => import('../session/crypto-callback-page.tsx'), 'CryptoCallbackPage'),
  },
  { path: '/invite/:inviteId', lazy: page(() => import('../invites/invite-page.tsx'), 'InvitePage') },
  { path: '/logout', lazy: page(() => import('../session/logout-page.tsx'), 'LogoutPage') },
]

const authorizations: RouteObject[] = providers.flatMap((provider) => [
  {
    path: `/${provider}/auth/:id`,
    lazy: page(() => import('../session/provider-authorization-page.tsx'), 'ProviderAuthorizationPage'),
  },
  {
    path: `/${provider}/callback/auth`,
    lazy: page(() => import('../session/provider-authorization-page.tsx'), 'ProviderAuthorizedPage'),
  },
])

const signedIn: RouteObject[] = [
  ...authorizations,
  { path: '/user/cli-login', lazy: page(() => import('../device/cli-login-page.tsx'), 'CliLoginPage') },
  { path: CHOOSER, lazy: page(() => import('../apps/chooser-page.tsx'), 'ChooserPage') },
  { path: AGENT_DASHBOARD, lazy: page(() => import('../session/agent-dashboard-page.tsx'), 'AgentDashboardPage') },
  { path: '/post-login', lazy: page(() => import('../session/post-login-page.tsx'), 'PostLoginPage') },
  { path: '/onboarding', lazy: page(() => import('../session/onboarding-page.tsx'), 'OnboardingPage') },
  {
    path: '/create-new-organisation',
    lazy: page(() => import('../organizations/create-organization-page.tsx'), 'CreateOrganizationPage'),
  },
  {
    path: '/:provider/new-login-connection',
    lazy: page(() => import('../user/connecting/new-connection-page.tsx'), 'NewConnectionPage'),
  },
]

const user: RouteObject[] = [
  { index: true, lazy: page(() => import('../user/settings/settings-index.tsx'), 'SettingsIndex') },
  {
    path: 'notifications',
    lazy: page(() => import('../user/notifications/notifications-page.tsx'), 'NotificationsPage'),
  },
  {
    path: 'referral-registration',
    lazy: page(() => import('../user/referral-registration-page.tsx'), 'ReferralRegistrationPage'),
  },
  {
    path: 'settings',
    lazy: page(() => import('../user/settings/settings-page.tsx'), 'SettingsPage'),
    children: [
      { index: true, lazy: page(() => import('../user/settings/settings-index.tsx'), 'SettingsIndex') },
      { path: 'general', lazy: page(() => import('../user/settings/general/general-tab.tsx'), 'GeneralTab') },
      {
        path: 'login-connections',
        lazy: page(() => import('../user/settings/connections/connections-tab.tsx'), 'ConnectionsTab'),
      },
      { path: 'api-tokens', lazy: page(() => import('../user/settings/tokens/tokens-tab.tsx'), 'TokensTab') },
      {
        path: 'referrals',
        lazy: page(() => import('../user/settings/referrals/referrals-tab.tsx'), 'ReferralsTab'),
      },
      { path: 'security', lazy: page(() => import('../user/settings/security/security-tab.tsx'), 'SecurityTab') },
    ],
  },
]

const settingsPages = () => import('../organizations/settings/settings-pages.ts')

const settings: RouteObject[] = [
  { index: true, lazy: page(settingsPages, 'SettingsIndex') },
  { path: 'general', lazy: page(settingsPages, 'GeneralSettings') },
  { path: 'privacy', lazy: page(settingsPages, 'PrivacySettings') },
  { path: 'roles', lazy: page(settingsPages, 'RolesSettings') },
  { path: 'usage', lazy: page(settingsPages, 'UsageSettings') },
  {
    path: 'notifications',
    lazy: page(settingsPages, 'NotificationSettings'),
  },
  {
    path: 'billing-details',
    lazy: page(settingsPages, 'BillingDetails'),
  },
  { path: 'audit-log', lazy: page(settingsPages, 'AuditLog') },
  { path: 'danger-zone', lazy: page(settingsPages, 'DangerZone') },
]

const organization: RouteObject[] = [
  { index: true, lazy: page(() => import('./organization-index.tsx'), 'OrganizationIndex') },
  { path: 'dashboard', lazy: page(() => import('../projects/dashboard-page.tsx'), 'DashboardPage') },
  { path: 'project/:projectId', lazy: page(() => import('../projects/project-page.tsx'), 'ProjectPage') },
  { path: 'members', lazy: page(() => import('../team/members-page.tsx'), 'MembersPage') },
  {
    path: 'settings',
    lazy: page(settingsPages, 'SettingsPage'),
    children: settings,
  },
  {
    path: ':projectId/new-instance',
    lazy: page(() => import('../instances/new-instance-page.tsx'), 'NewInstancePage'),
  },
  {
    path: ':projectId/:instanceId',
    lazy: page(() => import('../instances/instance-page.tsx'), 'InstancePage'),
    children: [
      { index: true, lazy: page(() => import('../instances/instance-overview.tsx'), 'InstanceOverview') },
      { path: 'logs/:logType', lazy: page(() => import('../instances/instance-logs.tsx'), 'InstanceLogs') },
      { path: 'settings', lazy: page(() => import('../instances/instance-settings.tsx'), 'InstanceSettings') },
    ],
  },
]

/** `openConsole` brings what is behind the pages of a signed-in person and of an organisation; they wait for it. */
export const routesWith = (openConsole: () => Promise<void>): RouteObject[] => [
  {
    Component: Root,
    children: [
      ...signedOut,
      {
        lazy: page(
          after(openConsole, () => import('./signed-in.tsx')),
          'SignedIn',
        ),
        children: [
          ...signedIn,
          { path: '/user', lazy: page(() => import('../user/user-layout.tsx'), 'UserLayout'), children: user },
        ],
      },
      {
        path: '/:organization',
        lazy: page(
          after(openConsole, () => import('./organization-layout.tsx')),
          'OrganizationLayout',
        ),
        children: organization,
      },
      { path: '*', lazy: page(() => import('./not-found-page.tsx'), 'NotFoundPage') },
    ],
  },
]
