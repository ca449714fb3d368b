/** Pages of redirects are one chunk: they are small, and one leads to another. */
export { AgentDashboardPage } from './agent-dashboard-page.tsx'
export { CallbackPage } from './callback-page.tsx'
export { LogoutPage } from './logout-page.tsx'
export { PostLoginPage } from './post-login-page.tsx'
export { ProviderAuthorizationPage, ProviderAuthorizedPage } from './provider-authorization-page.tsx'
export { ProviderLoginPage, ProviderSignupPage } from './provider-page.tsx'
