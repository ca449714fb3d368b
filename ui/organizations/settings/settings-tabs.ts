/** The tabs of an organisation's settings, keyed by the last part of their address. */
export const settingsTabs = [
  { path: 'general', label: 'General' },
  { path: 'roles', label: 'Roles' },
  { path: 'usage', label: 'Usage' },
  { path: 'channels', label: 'Alert channels' },
  { path: 'billing-details', label: 'Billing details' },
  { path: 'log-drains', label: 'Log drains' },
  { path: 'audit-log', label: 'Audit log' },
] as const
