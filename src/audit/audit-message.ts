import type { InputOf } from '../contract/contract.ts'
import type { Failure } from '../core/failure.ts'

export type AuditFormat = 'csv' | 'ndjson'

export type AuditMessage =
  | { type: 'ui/auditExportPressed'; input: InputOf<'exportAudit'>; format: AuditFormat }
  | { type: 'api/auditExported' }
  | { type: 'api/auditExportFailed'; failure: Failure }
