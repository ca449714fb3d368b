import * as v from 'valibot'
import { may, mayVisit } from '../../access.ts'
import { call } from '../../call.ts'
import { deploymentId, instanceId, limit, projectId, skip } from '../../wire/common.ts'
import { deploymentDetails, replica } from '../../wire/instance/deployment-details.ts'
import { replicaHealth } from '../../wire/instance/health/health-result.ts'
import { instanceEvent, instanceEventSubjects } from '../../wire/instance/instance-event.ts'
import { dnsLabel } from '../../wire/instance/resources.ts'

const byInstance = v.strictObject({ id: instanceId })
const page = v.strictObject({ skip, limit: limit(20) })

/** The deployments, replicas and events of instances. */
export const deploymentCalls = {
  readDeployment: call({
    method: 'GET',
    path: 'compute-instance/deployment/{id}',
    access: mayVisit('instances.read', 'deployment', 'params.id'),
    params: v.strictObject({ id: deploymentId }),
    response: v.object({ deployment: deploymentDetails }),
    summary: 'Get a deployment of an instance with its configuration.',
  }),
  readDeployments: call({
    method: 'GET',
    path: 'compute-instance/{id}/deployments',
    access: mayVisit('instances.read', 'instance', 'params.id'),
    params: byInstance,
    query: page,
    response: v.object({ deployments: v.array(deploymentDetails), totalCount: v.number() }),
    summary: 'List the deployments of an instance with their configurations, newest first.',
  }),
  readProjectDeployments: call({
    method: 'GET',
    path: 'project/{id}/deployments',
    access: mayVisit('instances.read', 'project', 'params.id'),
    params: v.strictObject({ id: projectId }),
    query: page,
    response: v.object({ deployments: v.array(deploymentDetails), totalCount: v.number() }),
    summary: 'List the deployments of all instances of a project, newest first.',
  }),
  readReplicas: call({
    method: 'GET',
    path: 'compute-instance/{id}/replicas',
    access: mayVisit('instances.read', 'instance', 'params.id'),
    params: byInstance,
    response: v.object({ replicas: v.array(replica) }),
    summary: 'List the replicas of an instance that are not removed yet.',
  }),
  readHealth: call({
    method: 'GET',
    path: 'compute-instance/{id}/health',
    access: may('instances.read', 'instance', 'params.id'),
    params: byInstance,
    response: v.object({ replicas: v.array(replicaHealth) }),
    refreshMs: 10_000,
    summary: 'List the last results of the health checks of each replica of an instance.',
  }),
  readInstanceEvents: call({
    method: 'GET',
    path: 'compute-instance/{id}/events',
    access: may('logs.read', 'instance', 'params.id'),
    params: byInstance,
    query: v.strictObject({
      skip,
      limit: limit(20),
      subject: v.optional(v.picklist(instanceEventSubjects)),
      service: v.optional(dnsLabel),
      /** The page with this event is returned, whatever `skip` is. */
      event: v.optional(v.pipe(v.string(), v.uuid())),
    }),
    /** `skip` counts the events before the returned page. */
    response: v.object({ events: v.array(instanceEvent), totalCount: v.number(), skip: v.number() }),
    summary: 'List what happened to an instance, newest first.',
  }),
}
