import * as v from 'valibot'
import { may, mayVisit } from '../access.ts'
import { call } from '../call.ts'
import { scalingModes } from '../wire/catalogue.ts'
import {
  deploymentId,
  done,
  filledText,
  instanceId,
  organizationId,
  projectId,
  text,
  whole,
  yesNo,
} from '../wire/common.ts'
import { deployment, instance } from '../wire/compute.ts'

const byId = v.strictObject({ id: instanceId })

const environmentVariable = v.strictObject({
  name: v.pipe(
    text(200),
    v.regex(
      /^[A-Za-z_][A-Za-z0-9_]*$/,
      'Use letters, digits and underscores, and start with a letter or an underscore.',
    ),
  ),
  value: text(32_768),
})

const imageName = v.pipe(
  filledText(400),
  v.regex(
    /^[a-z0-9]+([._:/-]+[a-z0-9]+)*(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?$/,
    'Enter a container image, such as nginx:alpine or ghcr.io/you/app:1.',
  ),
)

const noTwice = <T>(key: (item: T) => string | number, message: string) =>
  v.check((items: T[]) => new Set(items.map(key)).size === items.length, message)

/** The settings of a new instance; cpu in milli-units, memory and storage in bytes. */
export const instanceSettings = v.strictObject({
  name: v.pipe(filledText(60), v.regex(/[A-Za-z0-9]/, 'Use at least one letter or digit.')),
  region: filledText(60),
  scalingMode: v.optional(v.picklist(scalingModes), 'NO_SCALING'),
  templateId: v.optional(v.nullable(text(60)), null),
  image: imageName,
  command: v.optional(v.nullable(v.pipe(v.array(text(4000)), v.maxLength(100, 'Use at most 100 arguments.'))), null),
  machineImageId: filledText(60),
  cpu: v.optional(v.pipe(whole, v.minValue(100, 'At least 0.1 CPU.'), v.maxValue(64_000, 'At most 64 CPUs.'))),
  memory: v.optional(
    v.pipe(whole, v.minValue(67_108_864, 'At least 64 MiB.'), v.maxValue(549_755_813_888, 'At most 512 GiB.')),
  ),
  storage: v.optional(
    v.pipe(whole, v.minValue(536_870_912, 'At least 512 MiB.'), v.maxValue(1_099_511_627_776, 'At most 1 TiB.')),
  ),
  environment: v.optional(
    v.pipe(
      v.array(environmentVariable),
      v.maxLength(200, 'At most 200 variables.'),
      noTwice((item) => item.name, 'Use each name only once.'),
    ),
    [],
  ),
  ports: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          containerPort: v.pipe(
            whole,
            v.minValue(1, 'Must be from 1 to 65535.'),
            v.maxValue(65_535, 'Must be from 1 to 65535.'),
          ),
        }),
      ),
      v.maxLength(20, 'At most 20 ports.'),
      noTwice((item) => item.containerPort, 'Use each port only once.'),
    ),
    [],
  ),
  privateRegistry: v.optional(
    v.nullable(
      v.strictObject({
        registry: filledText(),
        username: filledText(),
        password: v.pipe(text(4000), v.minLength(1, 'Required.')),
      }),
    ),
    null,
  ),
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
    body: v.strictObject({ name: environmentVariable.entries.name }),
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
  readDeployment: call({
    method: 'GET',
    path: 'compute-instance/deployment/{id}',
    access: mayVisit('instances.read', 'deployment', 'params.id'),
    params: v.strictObject({ id: deploymentId }),
    response: v.object({ deployment }),
    summary: 'Get a deployment of an instance.',
  }),
}
