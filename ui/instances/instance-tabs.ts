/** The tabs of an instance after its overview, which members see. */
export const instanceTabs = [
  { path: 'metrics', label: 'Metrics' },
  { path: 'scaling', label: 'Scaling' },
  { path: 'deployments', label: 'Deployments' },
  { path: 'timeline', label: 'Timeline' },
  { path: 'configuration', label: 'Configuration' },
  { path: 'domains', label: 'Domains' },
  { path: 'volumes', label: 'Volumes' },
  { path: 'jobs', label: 'Jobs' },
  { path: 'logs', label: 'Logs' },
  { path: 'alerts', label: 'Alerts' },
  { path: 'shell', label: 'Shell' },
  { path: 'settings', label: 'Settings' },
] as const

/** Returns the document title of an instance's page, so that its tabs differ in the browser's history. */
export const instanceTitle = (name: string, pathname: string): string => {
  const [, , , path] = pathname.split('/').filter((part) => part !== '')
  const tab = instanceTabs.find((each) => each.path === path)
  return tab ? `${tab.label} · ${name}` : name
}
