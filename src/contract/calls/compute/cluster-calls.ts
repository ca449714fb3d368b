import * as v from 'valibot'
import { may, mayVisit } from '../../access.ts'
import { call } from '../../call.ts'
import { clusterId, done, limit, organizationId, skip, yesNo } from '../../wire/common.ts'
import { instance, instanceReport, instanceStates } from '../../wire/compute.ts'
import { cluster } from '../../wire/instance/cluster.ts'

const byId = v.strictObject({ id: clusterId })

export const clusterCalls = {
  readClusters: call({
    method: 'GET',
    path: 'organization/{id}/clusters',
    access: mayVisit('instances.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    query: v.strictObject({
      skip,
      limit: limit(6),
      topupReport: v.optional(yesNo),
      instanceCountReport: v.optional(yesNo, 'y'),
    }),
    response: v.object({ clusters: v.array(cluster), totalCount: v.number() }),
    summary: 'List the clusters of an organisation, newest first.',
  }),
  readCluster: call({
    method: 'GET',
    path: 'cluster/{id}',
    access: mayVisit('instances.read', 'cluster', 'params.id'),
    params: byId,
    response: v.object({ cluster }),
    summary: 'Get a cluster with the number of its instances by state.',
  }),
  deleteCluster: call({
    method: 'DELETE',
    path: 'cluster/{id}',
    access: may('instances.write', 'cluster', 'params.id'),
    stepUp: true,
    params: byId,
    response: done,
    success: 'Cluster deleted successfully',
    invalidates: ['readClusters', 'readQuotas'],
    summary: 'Delete a cluster with its instances. Their volumes are kept.',
  }),
  countClusterInstances: call({
    method: 'GET',
    path: 'cluster/{id}/instances/count',
    access: mayVisit('instances.read', 'cluster', 'params.id'),
    params: byId,
    response: instanceReport,
    summary: 'Count the instances of a cluster by state.',
  }),
  readClusterInstances: call({
    method: 'GET',
    path: 'cluster/{id}/instances',
    access: mayVisit('instances.read', 'cluster', 'params.id'),
    params: byId,
    query: v.strictObject({
      skip,
      limit: limit(50),
      state: v.optional(v.union([v.picklist(instanceStates), v.literal('')]), ''),
    }),
    response: v.object({ instances: v.array(instance), totalCount: v.number() }),
    summary: 'List the instances of a cluster, newest first.',
  }),
}
