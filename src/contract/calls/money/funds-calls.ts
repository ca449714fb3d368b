import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { organizationId } from '../../wire/common.ts'
import { overdue } from '../../wire/money/overdue.ts'

export const fundsCalls = {
  readOverdue: call({
    method: 'GET',
    path: 'organization/{id}/overdue',
    access: may('organization.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    response: overdue,
    summary:
      'Get what an organisation owes and why, when its credit ends, and what happens then. Members who may not read billing get no amounts.',
  }),
}
