/** All tabs are one chunk: they are small, and users switch between them. */
export { ConnectionsTab } from './connections/connections-tab.tsx'
export { GeneralTab } from './general/general-tab.tsx'
export { ReferralsTab } from './referrals/referrals-tab.tsx'
export { SecurityTab } from './security/security-tab.tsx'
export { SettingsPage } from './settings-page.tsx'
export { TokensTab } from './tokens/tokens-tab.tsx'
