import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { done, instanceId, projectId } from '../../wire/common.ts'
import { variableName } from '../../wire/instance/named-values.ts'
import { dnsLabel } from '../../wire/instance/resources.ts'
import { variables } from '../../wire/instance/service.ts'
import { variableGroup, variableGroupId } from '../../wire/project/variable-group.ts'

const byId = v.strictObject({ id: variableGroupId })

export const variableGroupCalls = {
  readVariableGroups: call({
    method: 'GET',
    path: 'compute-project/{id}/variable-groups',
    access: may('instances.read', 'project', 'params.id'),
    params: v.strictObject({ id: projectId }),
    response: v.object({ variableGroups: v.array(variableGroup) }),
    summary: 'List the variable groups of a project by name. A project can have at most 50.',
  }),
  readVariableGroup: call({
    method: 'GET',
    path: 'variable-group/{id}',
    access: may('instances.read', 'variableGroup', 'params.id'),
    params: byId,
    response: v.object({ variableGroup }),
    summary: 'Get a variable group, without its values.',
  }),
  readVariableGroupUsers: call({
    method: 'GET',
    path: 'variable-group/{id}/instances',
    access: may('instances.read', 'variableGroup', 'params.id'),
    params: byId,
    response: v.object({
      instances: v.array(
        v.object({
          instanceId,
          name: v.string(),
          services: v.array(v.string()),
          /** Whether its newest deployment has the group's present values. */
          isCurrent: v.boolean(),
        }),
      ),
    }),
    summary: 'List the instances whose newest deployment includes a variable group.',
  }),
  createVariableGroup: call({
    method: 'POST',
    path: 'compute-project/{id}/variable-groups',
    access: may('instances.write', 'project', 'params.id'),
    params: v.strictObject({ id: projectId }),
    body: v.strictObject({ name: dnsLabel, variables }),
    response: v.object({ variableGroup }),
    success: 'Variable group created',
    invalidates: [],
    summary: 'Create a variable group, whose variables services of the project can include.',
  }),
  updateVariableGroup: call({
    method: 'PATCH',
    path: 'variable-group/{id}',
    access: may('instances.write', 'variableGroup', 'params.id'),
    params: byId,
    /** A value that is left out is kept. */
    body: v.strictObject({ revision: v.optional(v.number()), variables }),
    response: v.object({ variableGroup }),
    success: 'Variable group saved',
    invalidates: ['readVariableGroupUsers'],
    summary: 'Replace the variables of a group. Running instances keep the values that they were deployed with.',
  }),
  revealGroupVariable: call({
    method: 'POST',
    path: 'variable-group/{id}/reveal-variable',
    access: { ...may('instances.write', 'variableGroup', 'params.id'), tokenScopes: ['secrets'] },
    stepUp: true,
    params: byId,
    body: v.strictObject({ name: variableName }),
    response: v.object({ value: v.string() }),
    oneTimeResponse: true,
    invalidates: [],
    summary: 'Reveal the value of a plain variable of a group. Each call is written to the audit log.',
  }),
  deleteVariableGroup: call({
    method: 'DELETE',
    path: 'variable-group/{id}',
    access: may('instances.write', 'variableGroup', 'params.id'),
    params: byId,
    response: done,
    success: 'Variable group deleted',
    invalidates: [],
    summary: 'Delete a variable group. Rejected while instances include it.',
  }),
}
