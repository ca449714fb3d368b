import * as v from 'valibot'
import { may, mayVisit } from '../access.ts'
import { call } from '../call.ts'
import { done, filledText, instanceId, organizationId, yesNo } from '../wire/common.ts'
import { instance } from '../wire/compute.ts'
import { variableName } from '../wire/instance/named-values.ts'
import { dnsLabel } from '../wire/instance/resources.ts'

const byId = v.strictObject({ id: instanceId })

export const instanceName = v.pipe(filledText(60), v.regex(/[A-Za-z0-9]/, 'Use at least one letter or digit.'))

export const instanceCalls = {
  readInstance: call({
    method: 'GET',
    path: 'compute-instance/{id}',
    access: mayVisit('instances.read', 'instance', 'params.id'),
    params: byId,
    query: v.strictObject({ topupReport: v.optional(yesNo) }),
    response: v.object({ instance }),
    summary: 'Get an instance with its deployments.',
  }),
  revealVariable: call({
    method: 'POST',
    path: 'compute-instance/{id}/reveal-variable',
    access: { ...may('instances.write', 'instance', 'params.id'), tokenScopes: ['secrets'] },
    stepUp: true,
    params: byId,
    body: v.strictObject({ name: variableName, serviceName: v.optional(dnsLabel) }),
    response: v.object({ value: v.string() }),
    oneTimeResponse: true,
    invalidates: [],
    summary: 'Reveal the value of an environment variable. Each call is written to the audit log.',
  }),
  closeInstance: call({
    method: 'POST',
    path: 'compute-instance/{id}/close',
    access: may('instances.write', 'instance', 'params.id'),
    params: byId,
    body: v.strictObject({ organizationId, instanceId: v.optional(instanceId) }),
    response: v.object({ message: v.string(), instance }),
    success: 'Instance closed',
    invalidates: ['readQuotas'],
    summary: 'Close an instance. Its workload ends; the instance and its logs stay.',
  }),
  deleteInstance: call({
    method: 'DELETE',
    path: 'compute-instance/{id}',
    access: may('instances.write', 'instance', 'params.id'),
    stepUp: true,
    params: byId,
    response: done,
    success: 'Instance successfully deleted',
    invalidates: ['readQuotas'],
    summary: 'Delete an instance. Its workload ends.',
  }),
  renameInstance: call({
    method: 'PATCH',
    path: 'compute-instance/{id}/update-metadata',
    access: may('instances.write', 'instance', 'params.id'),
    params: byId,
    body: v.strictObject({ name: instanceName, instanceId: v.optional(instanceId) }),
    response: v.object({ instance }),
    success: 'Name updated!',
    invalidates: [],
    summary: 'Rename an instance.',
  }),
}
