import { Navigate, type RouteObject } from 'react-router-dom'
import { providers } from '../../src/contract/wire/account.ts'
import { AGENT_DASHBOARD, CHOOSER } from '../../src/rules/after-login.ts'
import { CrashPage } from './crash-page.tsx'
import { Entry } from './entry.tsx'
import { lazyPage } from './lazy/page-loads.ts'
import { Opening } from './opening.tsx'
import { Root } from './root.tsx'

const redirect = (to: string): RouteObject => ({ index: true, element: <Navigate to={to} replace /> })

/** Loads a page and what it depends on at the same time. */
const after =
  <T,>(ready: () => Promise<void>, load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [found] = await Promise.all([load(), ready()])
    return found
  }

const signedOut: RouteObject[] = [
  { path: '/', Component: Entry },
  { path: '/login', lazy: lazyPage(() => import('../session/login-page.tsx'), 'LoginPage') },
  { path: '/signup', lazy: lazyPage(() => import('../session/signup-page.tsx'), 'SignupPage') },
  { path: '/login/wallet', lazy: lazyPage(() => import('../session/wallet-page.tsx'), 'WalletPage') },
  { path: '/login/verify', lazy: lazyPage(() => import('../session/verify-page.tsx'), 'VerifyPage') },
  { path: '/login/:provider', lazy: lazyPage(() => import('../session/provider-page.tsx'), 'ProviderLoginPage') },
  { path: '/signup/:provider', lazy: lazyPage(() => import('../session/provider-page.tsx'), 'ProviderSignupPage') },
  { path: '/callback/:provider', lazy: lazyPage(() => import('../session/callback-page.tsx'), 'CallbackPage') },
  {
    path: '/connection-callback',
    lazy: lazyPage(() => import('../user/connecting/connection-callback.tsx'), 'ConnectionCallback'),
  },
  {
    path: '/notifications/cli-login',
    lazy: lazyPage(() => import('../device/cli-login-done-page.tsx'), 'CliLoginDonePage'),
  },
  {
    path: '/crypto-payment-callback',
    lazy: lazyPage(() => import('../session/crypto-callback-page.tsx'), 'CryptoCallbackPage'),
  },
  { path: '/invite/:inviteId', lazy: lazyPage(() => import('../invites/invite-page.tsx'), 'InvitePage') },
  { path: '/logout', lazy: lazyPage(() => import('../session/logout-page.tsx'), 'LogoutPage') },
]

const authorizations: RouteObject[] = providers.flatMap((provider) => [
  {
    path: `/${provider}/auth/:id`,
    lazy: lazyPage(() => import('../session/provider-authorization-page.tsx'), 'ProviderAuthorizationPage'),
  },
  {
    path: `/${provider}/callback/auth`,
    lazy: lazyPage(() => import('../session/provider-authorization-page.tsx'), 'ProviderAuthorizedPage'),
  },
])

const signedIn: RouteObject[] = [
  ...authorizations,
  { path: '/user/cli-login', lazy: lazyPage(() => import('../device/cli-login-page.tsx'), 'CliLoginPage') },
  { path: CHOOSER, lazy: lazyPage(() => import('../apps/chooser-page.tsx'), 'ChooserPage') },
  { path: AGENT_DASHBOARD, lazy: lazyPage(() => import('../session/agent-dashboard-page.tsx'), 'AgentDashboardPage') },
  { path: '/post-login', lazy: lazyPage(() => import('../session/post-login-page.tsx'), 'PostLoginPage') },
  { path: '/onboarding', lazy: lazyPage(() => import('../session/onboarding-page.tsx'), 'OnboardingPage') },
  {
    path: '/create-new-organisation',
    lazy: lazyPage(() => import('../organizations/create-organization-page.tsx'), 'CreateOrganizationPage'),
  },
  {
    path: '/:provider/new-login-connection',
    lazy: lazyPage(() => import('../user/connecting/new-connection-page.tsx'), 'NewConnectionPage'),
  },
]

const user: RouteObject[] = [
  redirect('/user/settings/general'),
  {
    path: 'notifications',
    lazy: lazyPage(() => import('../user/notifications/notifications-page.tsx'), 'NotificationsPage'),
  },
  {
    path: 'referral-registration',
    lazy: lazyPage(() => import('../user/referral-registration-page.tsx'), 'ReferralRegistrationPage'),
  },
  {
    path: 'settings',
    lazy: lazyPage(() => import('../user/settings/settings-page.tsx'), 'SettingsPage'),
    children: [
      redirect('/user/settings/general'),
      { path: 'general', lazy: lazyPage(() => import('../user/settings/general/general-tab.tsx'), 'GeneralTab') },
      {
        path: 'login-connections',
        lazy: lazyPage(() => import('../user/settings/connections/connections-tab.tsx'), 'ConnectionsTab'),
      },
      { path: 'api-tokens', lazy: lazyPage(() => import('../user/settings/tokens/tokens-tab.tsx'), 'TokensTab') },
      {
        path: 'referrals',
        lazy: lazyPage(() => import('../user/settings/referrals/referrals-tab.tsx'), 'ReferralsTab'),
      },
      { path: 'security', lazy: lazyPage(() => import('../user/settings/security/security-tab.tsx'), 'SecurityTab') },
    ],
  },
]

const settingsPages = () => import('../organizations/settings/settings-pages.ts')

const settings: RouteObject[] = [
  redirect('general'),
  { path: 'general', lazy: lazyPage(settingsPages, 'GeneralSettings') },
  { path: 'privacy', lazy: lazyPage(settingsPages, 'PrivacySettings') },
  { path: 'roles', lazy: lazyPage(settingsPages, 'RolesSettings') },
  { path: 'usage', lazy: lazyPage(settingsPages, 'UsageSettings') },
  {
    path: 'notifications',
    lazy: lazyPage(settingsPages, 'NotificationSettings'),
  },
  {
    path: 'billing-details',
    lazy: lazyPage(settingsPages, 'BillingDetails'),
  },
  { path: 'audit-log', lazy: lazyPage(settingsPages, 'AuditLog') },
  { path: 'danger-zone', lazy: lazyPage(settingsPages, 'DangerZone') },
]

const organization: RouteObject[] = [
  redirect('dashboard'),
  { path: 'dashboard', lazy: lazyPage(() => import('../projects/dashboard-page.tsx'), 'DashboardPage') },
  { path: 'project/:projectId', lazy: lazyPage(() => import('../projects/project-page.tsx'), 'ProjectPage') },
  { path: 'members', lazy: lazyPage(() => import('../team/members-page.tsx'), 'MembersPage') },
  {
    path: 'settings',
    lazy: lazyPage(settingsPages, 'SettingsPage'),
    children: settings,
  },
  {
    path: ':projectId/new-instance',
    lazy: lazyPage(() => import('../instances/new-instance-page.tsx'), 'NewInstancePage'),
  },
  {
    path: ':projectId/:instanceId',
    lazy: lazyPage(() => import('../instances/instance-page.tsx'), 'InstancePage'),
    children: [
      { index: true, lazy: lazyPage(() => import('../instances/instance-overview.tsx'), 'InstanceOverview') },
      { path: 'logs/:logType', lazy: lazyPage(() => import('../instances/instance-logs.tsx'), 'InstanceLogs') },
      { path: 'settings', lazy: lazyPage(() => import('../instances/instance-settings.tsx'), 'InstanceSettings') },
    ],
  },
]

/** Returns all routes. Pages of signed-in users and of organisations wait for `openConsole`, which loads their state. */
export const routesWith = (openConsole: () => Promise<void>): RouteObject[] => [
  {
    Component: Root,
    HydrateFallback: Opening,
    ErrorBoundary: CrashPage,
    children: [
      ...signedOut,
      {
        lazy: lazyPage(
          after(openConsole, () => import('./layouts/signed-in.tsx')),
          'SignedIn',
        ),
        children: [
          ...signedIn,
          { path: '/user', lazy: lazyPage(() => import('../user/user-layout.tsx'), 'UserLayout'), children: user },
        ],
      },
      {
        path: '/:organization',
        lazy: lazyPage(
          after(openConsole, () => import('./layouts/organization-layout.tsx')),
          'OrganizationLayout',
        ),
        children: organization,
      },
      { path: '*', lazy: lazyPage(() => import('./not-found-page.tsx'), 'NotFoundPage') },
    ],
  },
]
