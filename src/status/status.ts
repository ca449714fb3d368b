import { slice } from '../core/slice.ts'
import type { ReportedStatus } from '../rules/system-status.ts'

/** The status from the status page, or the assumed one if it could not be read. */
export type StatusMessage = { type: 'api/statusRead'; status: ReportedStatus }

interface SystemStatus {
  /** Null until the status page has been read. */
  reported: ReportedStatus | null
}

export const status = slice<SystemStatus, StatusMessage>(
  { reported: null },
  {
    'api/statusRead': (draft, message) => {
      draft.reported = message.status
    },
  },
)

export const selectReportedStatus = (state: { status: SystemStatus }): ReportedStatus | null => state.status.reported
