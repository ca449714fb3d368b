import type { auditCalls } from '../../src/contract/calls/audit-calls.ts'
import type { Handlers } from '../http/handler.ts'
import { requireUser, sessionOf } from '../http/require-user.ts'
import { scopeOf } from '../http/scope-of.ts'
import type { Db } from '../store/connection.ts'
import { createExportLimit } from './export-limit.ts'
import { readAudit, readOwnAudit, streamAuditEntries } from './read-audit.ts'
import { verifyChain } from './verify-chain.ts'

export const auditHandlers = (db: Db): Handlers<keyof typeof auditCalls> => {
  const takeExport = createExportLimit()
  return {
    readAudit: ({ scope, input }) => readAudit(db, scopeOf(scope).organizationId, input),
    async *exportAudit({ caller, scope, input, signal }) {
      const { organizationId } = scopeOf(scope)
      const release = takeExport(requireUser(caller).userId, organizationId)
      try {
        yield* streamAuditEntries(db, organizationId, input, signal)
      } finally {
        release()
      }
    },
    verifyAudit: async ({ scope, signal }) => {
      const { verified, removed, violation } = await verifyChain(db, scopeOf(scope).organizationId, signal)
      return { verified, removed, violation }
    },
    readSecurityLog: ({ caller, input }) => readOwnAudit(db, sessionOf(caller).userId, input),
  }
}
