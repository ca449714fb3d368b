import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { instanceId, projectId } from '../../wire/common.ts'
import { instance } from '../../wire/compute.ts'
import { instanceSettings } from '../instances/instance-creation-calls.ts'

const byId = v.strictObject({ id: instanceId })
const mayChange = may('instances.write', 'instance', 'params.id')

/** Instances in other projects of their organisation. */
export const instanceCopyCalls = {
  duplicateInstance: call({
    method: 'POST',
    path: 'compute-instance/{id}/duplicate',
    access: mayChange,
    params: byId,
    body: v.strictObject({ projectId, name: instanceSettings.entries.name }),
    response: v.object({ computeProjectId: projectId, computeInstanceId: instanceId, instance }),
    invalidates: ['readQuotas'],
    summary:
      'Deploy a copy of what an instance runs, with its secrets and new, empty volumes, in a project of its organisation.',
  }),
  moveInstance: call({
    method: 'PATCH',
    path: 'compute-instance/{id}/move',
    access: mayChange,
    params: byId,
    body: v.strictObject({ projectId }),
    response: v.object({ instance }),
    success: 'Instance moved',
    invalidates: ['readProjectVolumes', 'readProjectFunds'],
    summary: 'Move an instance with its volumes to another project of its organisation, while it runs.',
  }),
}
