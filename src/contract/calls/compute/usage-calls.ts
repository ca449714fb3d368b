import * as v from 'valibot'
import { may, mayVisit } from '../../access.ts'
import { call } from '../../call.ts'
import { clusterId, instant, organizationId, projectId } from '../../wire/common.ts'
import { computeUsage, fundsUsage, walletUsage } from '../../wire/instance/usage.ts'
import { attentionItem, resourceUses } from '../../wire/overview/overview.ts'

/** The last 30 days by default. */
const period = v.strictObject({ from: v.optional(instant), to: v.optional(instant) })

export const usageCalls = {
  readProjectFunds: call({
    method: 'GET',
    path: 'compute-project/{id}/funds-usage',
    access: may('projects.read', 'project', 'params.id'),
    params: v.strictObject({ id: projectId }),
    query: period,
    response: fundsUsage,
    summary: 'Get what a project has used in a period, in micro-dollars.',
  }),
  readClusterFunds: call({
    method: 'GET',
    path: 'cluster/{id}/funds-usage',
    access: may('instances.read', 'cluster', 'params.id'),
    params: v.strictObject({ id: clusterId }),
    query: period,
    response: fundsUsage,
    summary: 'Get what the instances of a cluster have used in a period, in micro-dollars.',
  }),
  readComputeUsage: call({
    method: 'GET',
    path: 'organization/{id}/compute/usage',
    access: may('instances.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    query: period,
    response: computeUsage,
    summary: 'Get the resources that an organisation uses now, and what it has used in a period.',
  }),
  readAttention: call({
    method: 'GET',
    path: 'organization/{id}/compute/attention',
    access: may('instances.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    response: v.object({ items: v.array(attentionItem), totalCount: v.number() }),
    summary:
      'List what needs attention, the most severe first: failed and unhealthy instances, failed deployments, jobs and backups, full volumes, and an engine that cannot be reached. At most 50 items.',
  }),
  readResourceUse: call({
    method: 'GET',
    path: 'organization/{id}/compute/resource-use',
    access: may('instances.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    response: resourceUses,
    summary:
      'Get what the plans of an organisation promise and what its workloads and volumes use at present, each measured at most every 10 seconds.',
  }),
  readComputeWalletUsage: call({
    method: 'GET',
    path: 'organization/{id}/compute/wallet/usage',
    access: mayVisit('instances.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    query: period,
    response: walletUsage,
    summary: 'Get what compute has taken from the wallet of an organisation in a period. Visitors get no amounts.',
  }),
}
