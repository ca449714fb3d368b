import type { AppType } from '../contract/wire/account.ts'

export const appTypeNames: Record<AppType, string> = { site: 'Static Site', compute: 'Compute', storage: 'Storage' }
