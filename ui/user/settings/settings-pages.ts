/** The tabs are fetched together: they are small, and who opens one looks at the others. */
export { ConnectionsTab } from './connections/connections-tab.tsx'
export { GeneralTab } from './general/general-tab.tsx'
export { ReferralsTab } from './referrals/referrals-tab.tsx'
export { SecurityTab } from './security/security-tab.tsx'
export { SettingsPage } from './settings-page.tsx'
export { TokensTab } from './tokens/tokens-tab.tsx'
