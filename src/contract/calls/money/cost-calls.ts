import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { instant, organizationId, projectId } from '../../wire/common.ts'
import { costDivisions, costReport, costSteps, resourceHours } from '../../wire/money/cost.ts'

const params = v.strictObject({ id: organizationId })
const period = {
  /** The last 30 days by default. */
  from: v.optional(instant),
  to: v.optional(instant),
  /** At most 31 days of hours, and 400 days. */
  step: v.optional(v.picklist(costSteps), 'day'),
  projectId: v.optional(projectId),
}
const REFRESH_MS = 60_000

export const costCalls = {
  readCosts: call({
    method: 'GET',
    path: 'organization/{id}/costs',
    access: may('billing.read', 'organization', 'params.id'),
    params,
    query: v.strictObject({ ...period, by: v.optional(v.picklist(costDivisions), 'project') }),
    response: costReport,
    refreshMs: REFRESH_MS,
    summary:
      'Get what an organisation used in each hour or day (UTC) of a period in micro-dollars, by project, instance, service or kind of usage.',
  }),
  readResourceHours: call({
    method: 'GET',
    path: 'organization/{id}/resource-hours',
    access: may('billing.read', 'organization', 'params.id'),
    params,
    query: v.strictObject(period),
    response: resourceHours,
    refreshMs: REFRESH_MS,
    summary:
      'Get how many hours of a vCPU, a GiB of memory, a GiB of storage, a GPU and an address an organisation used in each hour or day (UTC) of a period.',
  }),
}
