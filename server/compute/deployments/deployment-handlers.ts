import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { deploymentCalls } from '../../../src/contract/calls/compute/deployment-calls.ts'
import type { DeploymentDetails } from '../../../src/contract/wire/instance/deployment-details.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers, Scope } from '../../http/handler.ts'
import { errorWithoutPaths, withoutPaths } from '../../kinds/without-paths.ts'
import { replicas } from '../../store/schema.ts'
import { readInstanceEvents } from '../events/read-instance-events.ts'
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

  readInstanceEvents: ({ input }) => readInstanceEvents(options.db, input),
})

const visible = (deployments: readonly DeploymentDetails[], scope: Scope | null): DeploymentDetails[] =>
  deployments.map((details) => (scope?.role ? details : redactDetails(details)))
