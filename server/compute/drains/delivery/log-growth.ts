import { sql } from 'drizzle-orm'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { Db } from '../../../store/connection.ts'
import { addressOf, type LogAddress } from '../../logs/log-address.ts'

export interface LogPlace {
  organizationId: OrganizationId
  projectId: ProjectId
  instanceId: InstanceId
}

/** An instance can be moved to another project meanwhile. */
const KNOWN_MS = 30_000
const GATHER_MS = 50

/** Finds out where growing logs belong, with one query for all that grow in a moment. */
export function createLogGrowth(
  db: Db,
  { onGrowth, onError }: { onGrowth(address: LogAddress, place: LogPlace): void; onError(error: unknown): void },
) {
  let places = new Map<DeploymentId, LogPlace>()
  let placesUntilMs = 0
  const unknown = new Map<string, LogAddress>()
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    timer = undefined
    const addresses = [...unknown.values()]
    unknown.clear()
    const ids = [...new Set(addresses.map(({ deploymentId }) => deploymentId))]
    const { rows } = await db.execute<Record<'id' | 'organization_id' | 'project_id' | 'instance_id', string>>(sql`
      select d.id, i.organization_id, i.project_id, i.id as instance_id
      from deployment d join instance i on i.id = d.instance_id
      where d.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`)
    // Columns of these types.
    for (const { id, organization_id: organizationId, project_id: projectId, instance_id: instanceId } of rows)
      places.set(id as DeploymentId, { organizationId, projectId, instanceId } as LogPlace)
    for (const address of addresses) {
      const place = places.get(address.deploymentId)
      if (place) onGrowth(address, place)
    }
  }

  return {
    /** `topic` is the payload of a notification. */
    grown(topic: string): void {
      if (performance.now() > placesUntilMs) {
        places = new Map()
        placesUntilMs = performance.now() + KNOWN_MS
      }
      const address = addressOf(topic)
      const place = places.get(address.deploymentId)
      if (place) onGrowth(address, place)
      else {
        unknown.set(topic, address)
        timer ??= setTimeout(() => void look().catch(onError), GATHER_MS)
      }
    },
    stop: () => clearTimeout(timer),
  }
}
