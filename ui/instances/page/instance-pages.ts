/** The page and its tabs, without the logs, are one chunk: they are small. */

export { InstanceShell } from '../../terminals/lazy-shell.tsx'
export { InstanceDomains } from '../domains/instance-domains.tsx'
export { InstanceOverview } from '../overview/instance-overview.tsx'
export { InstancePage } from './instance-page.tsx'
export { InstanceSettings } from './instance-settings.tsx'
