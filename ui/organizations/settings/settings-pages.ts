/** All tabs are one chunk: they are small, and users switch between them. */
export { AuditLog } from './audit/audit-log.tsx'
export { BillingDetails } from './billing-details.tsx'
export { GeneralSettings } from './general-settings.tsx'
export { RolesSettings } from './roles/roles-settings.tsx'
export { SettingsPage } from './settings-page.tsx'
export { UsageSettings } from './usage-settings.tsx'
