/** The tabs but the logs are fetched together with their page: they are small. */
export { InstanceOverview } from '../overview/instance-overview.tsx'
export { InstancePage } from './instance-page.tsx'
export { InstanceSettings } from './instance-settings.tsx'
