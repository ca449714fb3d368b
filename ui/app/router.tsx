import type { RouteObject } from 'react-router-dom'
import { Entry } from './entry.tsx'
import { fetched } from './fetched.ts'
import { Root } from './root.tsx'

/** A page's code is fetched when its address is first opened. */
const page =
  <Name extends string>(load: () => Promise<Record<Name, React.ComponentType>>, name: Name) =>
  async () => ({ Component: (await fetched(load))[name] })

const signedOut: RouteObject[] = [
  { path: '/', Component: Entry },
  { path: '/login', lazy: page(() => import('../session/login-page.tsx'), 'LoginPage') },
  { path: '/signup', lazy: page(() => import('../session/signup-page.tsx'), 'SignupPage') },
  { path: '/login/:provider', lazy: page(() => import('../session/provider-page.tsx'), 'ProviderLoginPage') },
  { path: '/signup/:provider', lazy: page(() => import('../session/provider-page.tsx'), 'ProviderSignupPage') },
  { path: '/callback/:provider', lazy: page(() => import('../session/callback-page.tsx'), 'CallbackPage') },
  { path: '/logout', lazy: page(() => import('../session/logout-page.tsx'), 'LogoutPage') },
]

const signedIn: RouteObject[] = [
  { path: '/post-login', lazy: page(() => import('../session/post-login-page.tsx'), 'PostLoginPage') },
  { path: '/onboarding', lazy: page(() => import('../session/onboarding-page.tsx'), 'OnboardingPage') },
  {
    path: '/create-new-organisation',
    lazy: page(() => import('../organizations/create-organization-page.tsx'), 'CreateOrganizationPage'),
  },
]

const organization: RouteObject[] = [
  { index: true, lazy: page(() => import('./organization-index.tsx'), 'OrganizationIndex') },
  { path: 'dashboard', lazy: page(() => import('../projects/dashboard-page.tsx'), 'DashboardPage') },
  { path: 'project/:projectId', lazy: page(() => import('../projects/project-page.tsx'), 'ProjectPage') },
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

export const routes: RouteObject[] = [
  {
    Component: Root,
    children: [
      ...signedOut,
      {
        lazy: page(() => import('./signed-in.tsx'), 'SignedIn'),
        children: [
          ...signedIn,
          {
            path: '/:organization',
            lazy: page(() => import('./organization-layout.tsx'), 'OrganizationLayout'),
            children: organization,
          },
        ],
      },
      { path: '*', lazy: page(() => import('./not-found-page.tsx'), 'NotFoundPage') },
    ],
  },
]
