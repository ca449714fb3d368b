import type { ReportedStatus } from '../rules/system-status.ts'

/** The status from the status page, or the assumed one if it could not be read. */
export type StatusMessage = { type: 'api/statusRead'; status: ReportedStatus }
