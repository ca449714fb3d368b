import type { costCalls } from '../../../src/contract/calls/money/cost-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Db } from '../../store/connection.ts'
import { readCostReport } from './cost-report.ts'
import { reportPeriodOf } from './report-period.ts'
import { readResourceHours } from './resource-hours.ts'

export const costHandlers = ({ db }: { db: Db }): Handlers<keyof typeof costCalls> => ({
  readCosts({ input: { by, projectId, ...requested }, scope }) {
    const now = new Date()
    const { organizationId } = scopeOf(scope)
    return readCostReport(db, { organizationId, projectId, by }, reportPeriodOf(requested, now), now)
  },

  readResourceHours({ input: { projectId, ...requested }, scope }) {
    const now = new Date()
    const { organizationId } = scopeOf(scope)
    return readResourceHours(db, { organizationId, projectId }, reportPeriodOf(requested, now), now)
  },
})
