import * as v from 'valibot'
import { may, mayVisit } from '../access.ts'
import { call } from '../call.ts'
import { deploymentTypes, scalingModes } from '../wire/catalogue.ts'
import { done, exactText, filledText, instanceId, organizationId, projectId, text, yesNo } from '../wire/common.ts'
import { instance } from '../wire/compute.ts'
import { autoscalingRules } from '../wire/instance/autoscaling.ts'
import { portNumber } from '../wire/instance/health-check.ts'
import { instanceConfiguration } from '../wire/instance/instance-configuration.ts'
import { variableName } from '../wire/instance/named-values.ts'
import { cpuMilli, dnsLabel, ipLeases, memoryBytes, storageBytes } from '../wire/instance/resources.ts'
import { commandOrNone, imageName, noTwice, replicaCount, volumeMounts } from '../wire/instance/service.ts'

const byId = v.strictObject({ id: instanceId })

/** The flat fields describe one service; their variables are not marked as secret. */
const flatVariables = v.pipe(
  v.array(v.strictObject({ name: variableName, value: exactText(32_768) })),
  v.maxLength(200, 'At most 200 variables.'),
  noTwice((item) => item.name, 'Use each name only once.'),
)

export const registryCredentials = v.optional(
  v.nullable(
    v.strictObject({
      registry: filledText(),
      username: filledText(),
      password: v.pipe(text(4000), v.minLength(1, 'Required.')),
    }),
  ),
)

/**
 * The settings of a new instance; cpu in milli-units, memory and storage in bytes. `configuration` takes the place of
 * the fields of a single service.
 */
export const instanceSettings = v.strictObject({
  name: v.pipe(filledText(60), v.regex(/[A-Za-z0-9]/, 'Use at least one letter or digit.')),
  region: filledText(60),
  /** `accelerate` is rejected while no workload can have a graphics processor. */
  deploymentType: v.optional(v.picklist(deploymentTypes), 'compute'),
  scalingMode: v.optional(v.picklist(scalingModes), 'NO_SCALING'),
  templateId: v.optional(v.nullable(text(60)), null),
  configuration: v.optional(instanceConfiguration),
  image: v.optional(imageName),
  command: commandOrNone,
  machineImageId: v.optional(filledText(60)),
  cpu: v.optional(cpuMilli),
  memory: v.optional(memoryBytes),
  storage: v.optional(storageBytes),
  environment: v.optional(flatVariables, []),
  ports: v.optional(
    v.pipe(
      v.array(v.strictObject({ containerPort: portNumber })),
      v.maxLength(20, 'At most 20 ports.'),
      noTwice((item) => item.containerPort, 'Use each port only once.'),
    ),
    [],
  ),
  /** The size of the plan is that of each replica. */
  instanceCount: v.optional(replicaCount, 1),
  persistentStorage: v.optional(volumeMounts, []),
  ipLease: v.optional(v.picklist(ipLeases), 'shared-ip'),
  privateRegistry: v.optional(registryCredentials.wrapped, null),
  autoscalingRules: v.optional(v.nullable(autoscalingRules), null),
})

export const instanceCalls = {
  createInstance: call({
    method: 'POST',
    path: 'compute-instance/create',
    access: may('instances.write', 'project', 'body.projectId'),
    body: v.strictObject({ organizationId, projectId, ...instanceSettings.entries }),
    response: v.object({ computeProjectId: projectId, computeInstanceId: instanceId, instance }),
    invalidates: ['readQuotas'],
    summary: 'Deploy a new instance. Returns at once, while the deployment continues.',
  }),
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
    body: v.strictObject({ name: instanceSettings.entries.name, instanceId: v.optional(instanceId) }),
    response: v.object({ instance }),
    success: 'Name updated!',
    invalidates: [],
    summary: 'Rename an instance.',
  }),
}
