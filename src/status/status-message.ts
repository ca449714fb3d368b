import type { ReportedStatus } from '../rules/system-status.ts'

/** What the status page said, or what is assumed because it could not be read. */
export type StatusMessage = { type: 'api/statusRead'; status: ReportedStatus }
