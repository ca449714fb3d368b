import type { Failure } from '../core/failure.ts'
import { slice } from '../core/slice.ts'
import type { SessionMessage } from '../session/session-message.ts'
import { resetOnUserChange } from '../session/session-message.ts'
import type { AuditFormat, AuditMessage } from './audit-message.ts'

export interface AuditExport {
  running: AuditFormat | null
  failure: Failure | null
}

const none: AuditExport = { running: null, failure: null }

export const auditExport = slice<AuditExport, AuditMessage | SessionMessage>(none, {
  'ui/auditExportPressed': (_, { format }) => ({ running: format, failure: null }),
  'api/auditExported': () => none,
  'api/auditExportFailed': (_, { failure }) => ({ running: null, failure }),
  ...resetOnUserChange(() => none),
})

export const selectAuditExport = (state: { auditExport: AuditExport }): AuditExport => state.auditExport
