/** The tabs of an organisation's settings, keyed by the last part of their address. */
export const settingsTabs = [
  { path: 'general', label: 'General' },
  { path: 'privacy', label: 'Privacy' },
  { path: 'roles', label: 'Roles' },
  { path: 'usage', label: 'Usage' },
  { path: 'notifications', label: 'Notifications' },
  { path: 'billing-details', label: 'Billing details' },
  { path: 'audit-log', label: 'Audit log' },
  { path: 'danger-zone', label: 'Danger zone' },
] as const
