import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { DeploymentId } from '../../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../../store/connection.ts'
import { deployments } from '../../../../store/schema.ts'
import { recordInstanceEvent } from '../../../events/instance-events.ts'
import { firstHttpPort, isLinked } from '../../../instances/gateway-links.ts'
import { appendDeploymentLines } from '../../../logs/append-deployment-lines.ts'
import { systemLine } from '../../../logs/stored-line.ts'
import { refreshInstance } from '../refresh-instance.ts'
import type { StepContext } from './step-context.ts'

/** Makes a deployment the serving one. The routes follow from its rows, in the same transaction. */
export async function switchTraffic(tx: Tx, { options, instance, rows }: StepContext, to: DeploymentId): Promise<void> {
  const { links } = options
  const deployment = rows.deployments.find(({ id }) => id === to)
  const before = rows.deployments.find(({ activeSince }) => activeSince !== null)
  await tx
    .update(deployments)
    .set({ status: 'Deprecated', endedAt: sql`now()` })
    .where(
      and(
        eq(deployments.instanceId, instance.id),
        ne(deployments.id, to),
        isNotNull(deployments.activeSince),
        isNull(deployments.endedAt),
      ),
    )
  await tx.update(deployments).set({ status: 'Deployed', activeSince: sql`now()` }).where(eq(deployments.id, to))
  const ports = deployment?.configuration.services.flatMap((service) => service.ports) ?? []
  const first = firstHttpPort(ports.filter(isLinked).map((port) => port.containerPort))
  const url = first === undefined ? null : links.to(instance.host, first, true)
  await appendDeploymentLines(tx, to, [systemLine(url === null ? 'Active' : `Active at ${url}`)])
  if (before) await appendDeploymentLines(tx, before.id, [systemLine(`Replaced by deployment ${deployment?.number}`)])
  await recordInstanceEvent(tx, instance.id, {
    kind: 'trafficSwitched',
    deploymentId: to,
    data: { number: deployment?.number ?? null, replaced: before?.number ?? null },
  })
  await refreshInstance(tx, instance, {
    links,
    set: { activeDeployment: to },
    notification:
      deployment?.number === 1
        ? {
            type: 'success',
            title: `${instance.name} is active`,
            message: url === null ? 'It has started and is ready.' : `It is reachable at ${url}`,
          }
        : undefined,
  })
}
