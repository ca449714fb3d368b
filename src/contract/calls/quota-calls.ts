import * as v from 'valibot'
import { may } from '../access.ts'
import { call } from '../call.ts'
import { organizationId } from '../wire/common.ts'
import { quota } from '../wire/quota.ts'

export const quotaCalls = {
  readQuotas: call({
    method: 'GET',
    path: 'organization/{id}/quotas',
    access: may('instances.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    response: v.object({ quotas: v.array(quota) }),
    summary: 'Get the quotas of an organisation and their usage. cpu is in milli-units, memory and storage in bytes.',
  }),
}
