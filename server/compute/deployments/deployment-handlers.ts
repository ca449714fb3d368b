import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { deploymentCalls } from '../../../src/contract/calls/compute/deployment-calls.ts'
import type { DeploymentDetails } from '../../../src/contract/wire/instance/deployment-details.ts'
import type { InstanceEventKind } from '../../../src/contract/wire/instance/instance-event.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers, Scope } from '../../http/handler.ts'
import { errorWithoutPaths, withoutPaths } from '../../kinds/without-paths.ts'
import { instanceEvents, replicas, users } from '../../store/schema.ts'
import { type DeploymentReading, readDeployments, redactDetails } from './read-deployments.ts'
import { type HealthReading, readHealth } from './read-health.ts'

export const deploymentHandlers = (
  options: DeploymentReading & HealthReading,
): Handlers<keyof typeof deploymentCalls> => ({
  async readDeployment({ input, scope }) {
    const { deployments } = await readDeployments(options, { deployment: input.id }, { skip: 0, limit: 1 })
    const [deployment] = visible(deployments, scope)
    if (!deployment) throw new ApiError('notFound')
    return { deployment }
  },

  async readDeployments({ input, scope }) {
    const { deployments, totalCount } = await readDeployments(options, { instance: input.id }, input)
    return { deployments: visible(deployments, scope), totalCount }
  },

  async readProjectDeployments({ input, scope }) {
    const { deployments, totalCount } = await readDeployments(options, { project: input.id }, input)
    return { deployments: visible(deployments, scope), totalCount }
  },

  async readReplicas({ input, scope }) {
    const rows = await options.db
      .select()
      .from(replicas)
      .where(and(eq(replicas.instanceId, input.id), isNull(replicas.removedAt)))
      .orderBy(desc(replicas.createdAt), asc(replicas.service), asc(replicas.index))
    return {
      replicas: rows.map((row) => ({
        _id: row.id,
        deploymentId: row.deploymentId,
        service: row.service,
        index: row.index,
        state: row.state,
        status: row.status,
        progressMessage: scope?.role ? row.progressMessage : withoutPaths(row.progressMessage),
        error: scope?.role ? row.error : errorWithoutPaths(row.error),
        readySince: row.readySince?.toISOString() ?? null,
        drainingSince: row.drainingSince?.toISOString() ?? null,
        restarts: row.attempts,
        createdAt: row.createdAt.toISOString(),
      })),
    }
  },

  readHealth: ({ input }) => readHealth(options, input.id),

  async readInstanceEvents({ input }) {
    const ofInstance = eq(instanceEvents.instanceId, input.id)
    const [rows, totalCount] = await Promise.all([
      options.db
        .select({ event: instanceEvents, name: users.name })
        .from(instanceEvents)
        .leftJoin(users, eq(users.id, instanceEvents.actor))
        .where(ofInstance)
        .orderBy(desc(instanceEvents.at), desc(instanceEvents.id))
        .limit(input.limit)
        .offset(input.skip),
      options.db.$count(instanceEvents, ofInstance),
    ])
    return {
      totalCount,
      events: rows.map(({ event, name }) => ({
        _id: event.id,
        // Only these kinds are written.
        kind: event.kind as InstanceEventKind,
        instanceId: event.instanceId,
        actor: event.actor && { userId: event.actor, name: name ?? '' },
        deploymentId: event.deploymentId,
        replicaId: event.replicaId,
        service: event.service,
        data: event.data,
        at: event.at.toISOString(),
      })),
    }
  },
})

const visible = (deployments: readonly DeploymentDetails[], scope: Scope | null): DeploymentDetails[] =>
  deployments.map((details) => (scope?.role ? details : redactDetails(details)))
