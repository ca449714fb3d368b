import type { quotaCalls } from '../../../src/contract/calls/quota-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import type { Db } from '../../store/connection.ts'
import { readQuotas } from './quotas.ts'

export const quotaHandlers = (db: Db, usual: QuotaLimits): Handlers<keyof typeof quotaCalls> => ({
  readQuotas: async ({ scope }) => ({ quotas: await readQuotas(db, scopeOf(scope).organizationId, usual) }),
})
