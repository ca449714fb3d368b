import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { filledText, instanceId, organizationId, projectId, text, whole } from '../../wire/common.ts'
import { instance } from '../../wire/compute.ts'
import { autoscalingRules } from '../../wire/instance/autoscaling.ts'
import { healthCheck } from '../../wire/instance/health-check.ts'
import { instanceConfiguration } from '../../wire/instance/instance-configuration.ts'
import { dnsLabel } from '../../wire/instance/resources.ts'
import { commandOrNone, imageName } from '../../wire/instance/service.ts'
import { instanceSettings, registryCredentials } from '../instances/instance-creation-calls.ts'

const byId = v.strictObject({ id: instanceId })
const deploymentNumber = v.pipe(whole, v.minValue(1, 'Must be 1 or more.'))
const serviceName = v.strictObject({ serviceName: v.optional(dnsLabel) })
const mayChange = may('instances.write', 'instance', 'params.id')
const { image: _image, command: _command, deploymentType: _type, ...flat } = instanceSettings.entries

const rollOut = {
  /** The newest deployment that the caller knows; with a newer one the change is rejected with `deploymentConflict`. */
  baseDeployment: v.optional(deploymentNumber),
  /** `gap` ends the old replicas before the new ones start, for want of capacity for both. */
  strategy: v.optional(v.picklist(['surge', 'gap']), 'surge'),
}

const manyInstances = v.pipe(
  v.array(instanceId),
  v.minLength(1, 'Choose at least one instance.'),
  v.maxLength(100, 'At most 100 instances.'),
  v.check((ids) => new Set(ids).size === ids.length, 'Name each instance only once.'),
)

/** One result for each instance, in the requested order. */
const results = v.object({
  message: v.string(),
  results: v.array(
    v.object({
      instanceId,
      ok: v.boolean(),
      /** The code and text of the error; null if it succeeded. */
      error: v.nullable(v.object({ error: v.string(), message: v.string() })),
    }),
  ),
})

const changed = v.object({ message: v.string(), instance })

/** Changes of instances after their creation. */
export const instanceChangeCalls = {
  createClusterInstance: call({
    method: 'POST',
    path: 'cluster-instance/create',
    access: may('instances.write', 'project', 'body.projectId'),
    body: v.strictObject({
      organizationId,
      projectId,
      ...instanceSettings.entries,
      clusterUrl: filledText(2000),
      clusterProvider: v.optional(text(60), ''),
      clusterName: filledText(100),
      scalable: v.optional(v.boolean(), false),
      uniqueTopicId: v.optional(text(200)),
    }),
    response: v.object({ computeProjectId: projectId, computeInstanceId: instanceId, instance }),
    invalidates: ['readQuotas', 'readClusters'],
    summary: 'Deploy a new instance into the cluster of its source, which is created if there is none.',
  }),
  updateInstance: call({
    method: 'PATCH',
    path: 'compute-instance/{id}/update',
    access: mayChange,
    params: byId,
    body: v.strictObject({
      organizationId: v.optional(organizationId),
      instanceId: v.optional(instanceId),
      uniqueTopicId: v.optional(text(200)),
      ...rollOut,
      configuration: v.optional(instanceConfiguration),
      image: v.optional(imageName),
      command: v.optional(commandOrNone.wrapped),
      machineImageId: flat.machineImageId,
      cpu: flat.cpu,
      memory: flat.memory,
      storage: flat.storage,
      environment: v.optional(flat.environment.wrapped),
      ports: v.optional(flat.ports.wrapped),
      /** Left out, the credentials are kept; null removes them. */
      privateRegistry: registryCredentials,
    }),
    response: changed,
    invalidates: ['readQuotas', 'readDeployments'],
    summary:
      'Deploy a new configuration, or changed fields of an instance with one service. Values of variables and files that are left out are kept.',
  }),
  restartInstance: call({
    method: 'POST',
    path: 'cluster-instance/{id}/restart',
    access: mayChange,
    params: byId,
    body: v.strictObject({
      organizationId: v.optional(organizationId),
      uniqueTopicId: v.optional(text(200)),
      strategy: rollOut.strategy,
    }),
    response: changed,
    invalidates: ['readQuotas', 'readDeployments'],
    summary: 'Replace the replicas of an instance by new ones with the same configuration and images.',
  }),
  redeployInstance: call({
    method: 'POST',
    path: 'compute-instance/{id}/redeploy',
    access: mayChange,
    params: byId,
    body: v.strictObject({ ...rollOut }),
    response: changed,
    invalidates: ['readQuotas', 'readDeployments'],
    summary: 'Deploy the newest saved configuration again, with its images as their registries have them now.',
  }),
  rollbackInstance: call({
    method: 'POST',
    path: 'compute-instance/{id}/rollback',
    access: mayChange,
    params: byId,
    body: v.strictObject({ ...rollOut, deploymentNumber }),
    response: changed,
    invalidates: ['readQuotas', 'readDeployments'],
    summary: 'Deploy the configuration and the images of an earlier deployment again.',
  }),
  updateAutoscalingRules: call({
    method: 'PATCH',
    path: 'compute-instance/{id}/update/autoscaling-rules',
    access: mayChange,
    params: byId,
    body: v.strictObject({ ...serviceName.entries, autoscalingRules: v.nullable(autoscalingRules) }),
    response: v.object({ instance }),
    success: 'Successfully update Autoscaling rules. Please refresh to see the latest changes',
    invalidates: ['readDeployment'],
    summary: 'Set or remove the autoscaling rules of a service, without a deployment.',
  }),
  wakeInstance: call({
    method: 'POST',
    path: 'compute-instance/{id}/wake',
    access: mayChange,
    params: byId,
    body: v.strictObject({}),
    response: changed,
    invalidates: ['readQuotas'],
    summary: 'Start one replica of each service that is scaled to zero, as a request to it would.',
  }),
  updateHealthCheck: call({
    method: 'PATCH',
    path: 'compute-instance/{id}/update/health-check',
    access: mayChange,
    params: byId,
    query: serviceName,
    body: v.strictObject({ ...rollOut, healthCheck: v.nullable(healthCheck) }),
    response: changed,
    invalidates: ['readDeployments'],
    summary: 'Set or remove the health check of a service. Takes effect with a new deployment.',
  }),
  closeInstances: call({
    method: 'POST',
    path: 'compute-instance/close',
    access: may('instances.write', 'organization', 'body.organizationId'),
    body: v.strictObject({ organizationId, instanceIds: manyInstances }),
    response: results,
    invalidates: ['readQuotas'],
    summary: 'Close several instances of an organisation; one result for each.',
  }),
  moveInstances: call({
    method: 'PATCH',
    path: 'compute-instance/move',
    access: may('instances.write', 'organization', 'body.organizationId'),
    body: v.strictObject({ organizationId, projectId, instanceIds: manyInstances }),
    response: results,
    invalidates: ['readProjectVolumes', 'readProjectFunds'],
    summary: 'Move several instances to another project of their organisation; one result for each.',
  }),
  deleteInstances: call({
    method: 'DELETE',
    path: 'compute-instance',
    access: may('instances.write', 'organization', 'body.organizationId'),
    stepUp: true,
    body: v.strictObject({ organizationId, instanceIds: manyInstances }),
    response: results,
    success: 'Instances Removed!',
    invalidates: ['readQuotas'],
    summary: 'Delete several instances of an organisation; one result for each.',
  }),
}
