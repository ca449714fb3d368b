import type { auditCalls } from '../../src/contract/calls/audit-calls.ts'
import type { Handlers } from '../http/handler.ts'
import { scopeOf } from '../http/scope-of.ts'
import type { Db } from '../store/connection.ts'
import { everyAuditEntry, readAudit } from './read-audit.ts'

export const auditHandlers = (db: Db): Handlers<keyof typeof auditCalls> => ({
  readAudit: ({ scope, input }) => readAudit(db, scopeOf(scope).organizationId, input),
  exportAudit: ({ scope, input, signal }) => everyAuditEntry(db, scopeOf(scope).organizationId, input, signal),
})
