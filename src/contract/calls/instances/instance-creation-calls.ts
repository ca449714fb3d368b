import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { deploymentTypes, scalingModes } from '../../wire/catalogue.ts'
import { exactText, filledText, instanceId, organizationId, projectId, text } from '../../wire/common.ts'
import { instance } from '../../wire/compute.ts'
import { autoscalingRules } from '../../wire/instance/autoscaling.ts'
import { portNumber } from '../../wire/instance/health-check.ts'
import { instanceConfiguration } from '../../wire/instance/instance-configuration.ts'
import { variableName } from '../../wire/instance/named-values.ts'
import { cpuMilli, ipLeases, memoryBytes, storageBytes } from '../../wire/instance/resources.ts'
import { commandOrNone, imageName, noTwice, replicaCount, volumeMounts } from '../../wire/instance/service.ts'
import { instanceName } from '../instance-calls.ts'

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
  name: instanceName,
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

export const instanceCreationCalls = {
  createInstance: call({
    method: 'POST',
    path: 'compute-instance/create',
    access: may('instances.write', 'project', 'body.projectId'),
    body: v.strictObject({ organizationId, projectId, ...instanceSettings.entries }),
    response: v.object({ computeProjectId: projectId, computeInstanceId: instanceId, instance }),
    invalidates: ['readQuotas'],
    summary: 'Deploy a new instance. Returns at once, while the deployment continues.',
  }),
}
