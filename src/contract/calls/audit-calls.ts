import * as v from 'valibot'
import { may } from '../access.ts'
import { call } from '../call.ts'
import { auditActions, auditEntry, securityEntry } from '../wire/audit.ts'
import { instant, limit, organizationId, skip, text, userId } from '../wire/common.ts'

const params = v.strictObject({ id: organizationId })
const access = may('audit.read', 'organization', 'params.id')

const filter = {
  action: v.optional(v.picklist(auditActions)),
  actor: v.optional(userId),
  /** Part of the actor's or the target's name. */
  find: v.optional(text(), ''),
  from: v.optional(instant),
  /** Exclusive. */
  to: v.optional(instant),
}

export const auditCalls = {
  readAudit: call({
    method: 'GET',
    path: 'organization/{id}/audit',
    access,
    params,
    query: v.strictObject({ skip, limit: limit(50), ...filter }),
    response: v.object({ entries: v.array(auditEntry), totalCount: v.number() }),
    summary: 'List the audit log of an organisation, newest first.',
  }),
  verifyAudit: call({
    method: 'GET',
    path: 'organization/{id}/audit/verify',
    access,
    params,
    response: v.object({
      verified: v.number(),
      /** Entries before the first that is kept; their retention ended. */
      removed: v.number(),
      /** The first violation of the hash chain; null if no entry is missing or changed. */
      violation: v.nullable(v.object({ sequence: v.number(), kind: v.picklist(['changed', 'missing']) })),
    }),
    summary: 'Verify by its hash chain that no entry of the audit log is missing or changed.',
  }),
  readSecurityLog: call({
    method: 'GET',
    path: 'auth/security-log',
    access: 'inSession',
    query: v.strictObject({ skip, limit: limit(20) }),
    response: v.object({ entries: v.array(securityEntry), totalCount: v.number() }),
    summary:
      'List the logins, sessions and other security events of the caller, newest first. Only the caller can read them.',
  }),
  exportAudit: call({
    method: 'GET',
    path: 'organization/{id}/audit/export',
    access,
    params,
    query: v.strictObject(filter),
    response: auditEntry,
    isStreamed: true,
    summary: 'Export the audit log entries that match a filter, newest first, one JSON value per line.',
  }),
}
