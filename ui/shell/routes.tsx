import { Navigate, type RouteObject } from 'react-router-dom'
import { gitProviders } from '../../src/contract/wire/account.ts'
import { AGENT_DASHBOARD, CHOOSER } from '../../src/rules/after-login.ts'
import { CrashPage } from './crash-page.tsx'
import { Entry } from './entry.tsx'
import { lazyPage } from './lazy/page-loads.ts'
import { Opening } from './opening.tsx'
import { Root } from './root.tsx'

const redirect = (to: string): RouteObject => ({ index: true, element: <Navigate to={to} replace /> })

/** Loads a page and its dependencies concurrently. */
const after =
  <T,>(ready: () => Promise<unknown>, load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [found] = await Promise.all([load(), ready()])
    return found
  }

const passingPages = () => import('../session/passing/passing-pages.ts')

const signedOut: RouteObject[] = [
  { path: '/', Component: Entry },
  { path: '/login', lazy: lazyPage(() => import('../session/login/login-page.tsx'), 'LoginPage') },
  { path: '/signup', lazy: lazyPage(() => import('../session/login/signup-page.tsx'), 'SignupPage') },
  { path: '/login/wallet', lazy: lazyPage(() => import('../session/login/wallet-page.tsx'), 'WalletPage') },
  { path: '/login/verify', lazy: lazyPage(() => import('../session/login/verify-page.tsx'), 'VerifyPage') },
  { path: '/login/:provider', lazy: lazyPage(passingPages, 'ProviderLoginPage') },
  { path: '/signup/:provider', lazy: lazyPage(passingPages, 'ProviderSignupPage') },
  { path: '/callback/:provider', lazy: lazyPage(passingPages, 'CallbackPage') },
  {
    path: '/notifications/cli-login',
    lazy: lazyPage(() => import('../device/cli-login-done-page.tsx'), 'CliLoginDonePage'),
  },
  {
    path: '/crypto-payment-callback',
    lazy: lazyPage(() => import('../session/crypto-callback-page.tsx'), 'CryptoCallbackPage'),
  },
  { path: '/invite/:inviteId', lazy: lazyPage(() => import('../invites/invite-page.tsx'), 'InvitePage') },
  { path: '/logout', lazy: lazyPage(passingPages, 'LogoutPage') },
]

const authorizations: RouteObject[] = gitProviders.flatMap((provider) => [
  { path: `/${provider}/auth/:id`, lazy: lazyPage(passingPages, 'ProviderAuthorizationPage') },
  { path: `/${provider}/callback/auth`, lazy: lazyPage(passingPages, 'ProviderAuthorizedPage') },
])

const signedIn: RouteObject[] = [
  ...authorizations,
  { path: '/user/cli-login', lazy: lazyPage(() => import('../device/cli-login-page.tsx'), 'CliLoginPage') },
  { path: CHOOSER, lazy: lazyPage(() => import('../apps/chooser-page.tsx'), 'ChooserPage') },
  { path: AGENT_DASHBOARD, lazy: lazyPage(passingPages, 'AgentDashboardPage') },
  { path: '/post-login', lazy: lazyPage(passingPages, 'PostLoginPage') },
  { path: '/onboarding', lazy: lazyPage(() => import('../session/onboarding-page.tsx'), 'OnboardingPage') },
  {
    path: '/create-new-organisation',
    lazy: lazyPage(() => import('../organizations/create-organization-page.tsx'), 'CreateOrganizationPage'),
  },
]

const connectionPages = () => import('../user/connecting/connection-pages.ts')
const userSettings = () => import('../user/settings/settings-pages.ts')

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
    lazy: lazyPage(userSettings, 'SettingsPage'),
    children: [
      redirect('/user/settings/general'),
      { path: 'general', lazy: lazyPage(userSettings, 'GeneralTab') },
      { path: 'login-connections', lazy: lazyPage(userSettings, 'ConnectionsTab') },
      { path: 'api-tokens', lazy: lazyPage(userSettings, 'TokensTab') },
      { path: 'referrals', lazy: lazyPage(userSettings, 'ReferralsTab') },
      { path: 'security', lazy: lazyPage(userSettings, 'SecurityTab') },
    ],
  },
]

const organizationSettings = () => import('../organizations/settings/settings-pages.ts')

const settings: RouteObject[] = [
  redirect('general'),
  { path: 'general', lazy: lazyPage(organizationSettings, 'GeneralSettings') },
  { path: 'roles', lazy: lazyPage(organizationSettings, 'RolesSettings') },
  { path: 'usage', lazy: lazyPage(organizationSettings, 'UsageSettings') },
  { path: 'channels', lazy: lazyPage(() => import('../alert-channels/channel-settings.tsx'), 'ChannelSettings') },
  { path: 'billing-details', lazy: lazyPage(organizationSettings, 'BillingDetails') },
  { path: 'log-drains', lazy: lazyPage(() => import('../drains/log-drains.tsx'), 'LogDrains') },
  { path: 'audit-log', lazy: lazyPage(organizationSettings, 'AuditLog') },
  // Sections of the general page.
  ...['privacy', 'notifications', 'danger-zone'].map((path) => ({
    path,
    element: <Navigate to="../general" replace />,
  })),
]

const billingPages = () => import('../billing/billing-pages.ts')

const instancePages = () => import('../instances/page/instance-pages.ts')

/** Each adds slices and effects that some pages need, once. */
interface Openers {
  openConsole(): Promise<unknown>
  openLogs(): Promise<unknown>
  openAccount(): Promise<unknown>
  openOrganization(): Promise<unknown>
}

const organizationWith = ({ openLogs, openOrganization }: Openers): RouteObject[] => [
  redirect('dashboard'),
  { path: 'dashboard', lazy: lazyPage(() => import('../projects/dashboard/dashboard-page.tsx'), 'DashboardPage') },
  { path: 'project/:projectId', lazy: lazyPage(() => import('../projects/project-page.tsx'), 'ProjectPage') },
  { path: 'cluster/:clusterId', lazy: lazyPage(() => import('../clusters/cluster-page.tsx'), 'ClusterPage') },
  { path: 'alerts', lazy: lazyPage(() => import('../alerts/alerts-page.tsx'), 'AlertsPage') },
  {
    path: 'members',
    lazy: lazyPage(() => import('../team/members-page.tsx'), 'MembersPage'),
  },
  {
    path: 'settings',
    lazy: lazyPage(after(openOrganization, organizationSettings), 'SettingsPage'),
    children: settings,
  },
  {
    path: 'billing',
    lazy: lazyPage(billingPages, 'BillingPage'),
    children: [
      redirect('costs'),
      { path: 'costs', lazy: lazyPage(billingPages, 'Costs') },
      { path: 'usage', lazy: lazyPage(billingPages, 'Usage') },
      { path: 'payment-methods', lazy: lazyPage(billingPages, 'PaymentMethods') },
      { path: 'payment-history', lazy: lazyPage(billingPages, 'PaymentHistory') },
      { path: 'payments/:paymentId', lazy: lazyPage(billingPages, 'PaymentPage') },
      { path: 'credits', lazy: lazyPage(billingPages, 'CreditsTab') },
      { path: 'credits/entries', lazy: lazyPage(billingPages, 'EntriesPage') },
    ],
  },
  {
    path: ':projectId/new-instance',
    lazy: lazyPage(() => import('../instances/wizard/new-instance-page.tsx'), 'NewInstancePage'),
  },
  {
    path: ':projectId/:instanceId',
    lazy: lazyPage(after(openLogs, instancePages), 'InstancePage'),
    children: [
      { index: true, lazy: lazyPage(instancePages, 'InstanceOverview') },
      { path: 'logs', children: [redirect('instance-logs')] },
      { path: 'logs/:logType', lazy: lazyPage(() => import('../instances/logs/instance-logs.tsx'), 'InstanceLogs') },
      {
        path: 'deployments',
        lazy: lazyPage(() => import('../instances/deployments/instance-deployments.tsx'), 'InstanceDeployments'),
      },
      {
        path: 'configuration',
        lazy: lazyPage(() => import('../instances/configuration/instance-configuration.tsx'), 'InstanceConfiguration'),
      },
      {
        path: 'timeline',
        lazy: lazyPage(() => import('../instances/timeline/instance-timeline.tsx'), 'InstanceTimeline'),
      },
      { path: 'volumes', lazy: lazyPage(() => import('../volumes/instance-volumes.tsx'), 'InstanceVolumes') },
      { path: 'alerts', lazy: lazyPage(() => import('../alerts/instance-alerts.tsx'), 'InstanceAlerts') },
      { path: 'jobs', lazy: lazyPage(() => import('../instances/jobs/instance-jobs.tsx'), 'InstanceJobs') },
      { path: 'jobs/runs/:runId', lazy: lazyPage(() => import('../instances/jobs/runs/run-page.tsx'), 'RunPage') },
      { path: 'shell', lazy: lazyPage(instancePages, 'InstanceShell') },
      { path: 'metrics', lazy: lazyPage(() => import('../instances/metrics/instance-metrics.tsx'), 'InstanceMetrics') },
      { path: 'scaling', lazy: lazyPage(() => import('../instances/scaling/instance-scaling.tsx'), 'InstanceScaling') },
      { path: 'domains', lazy: lazyPage(instancePages, 'InstanceDomains') },
      { path: 'settings', lazy: lazyPage(instancePages, 'InstanceSettings') },
    ],
  },
]

/** Returns all routes. Pages wait for their slices and effects. */
export const routesWith = (openers: Openers): RouteObject[] => [
  {
    Component: Root,
    HydrateFallback: Opening,
    ErrorBoundary: CrashPage,
    children: [
      ...signedOut,
      {
        path: '/connection-callback',
        lazy: lazyPage(after(openers.openAccount, connectionPages), 'ConnectionCallback'),
      },
      {
        lazy: lazyPage(
          after(openers.openConsole, () => import('./layouts/signed-in.tsx')),
          'SignedIn',
        ),
        children: [
          ...signedIn,
          {
            path: '/:provider/new-login-connection',
            lazy: lazyPage(after(openers.openAccount, connectionPages), 'NewConnectionPage'),
          },
          {
            path: '/user',
            lazy: lazyPage(
              after(openers.openAccount, () => import('../user/user-layout.tsx')),
              'UserLayout',
            ),
            children: user,
          },
        ],
      },
      {
        path: '/:organization',
        lazy: lazyPage(
          after(openers.openConsole, () => import('./layouts/organization-layout.tsx')),
          'OrganizationLayout',
        ),
        children: organizationWith(openers),
      },
      { path: '*', lazy: lazyPage(() => import('./not-found-page.tsx'), 'NotFoundPage') },
    ],
  },
]
