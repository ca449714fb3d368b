import { sql } from 'drizzle-orm'
import type { InstanceId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../store/connection.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import type { Regions } from '../../catalogue/regions/regions.ts'

interface Joining {
  projectId: ProjectId
  instanceId: InstanceId
  /** The region of the instance. */
  region: string
  configuration: { projectNetwork?: boolean | undefined }
}

/** Rejects a project network that would reach over two engines. The caller has locked the project. */
export async function checkProjectNetwork(
  tx: Tx,
  { engineOf, list }: Pick<Regions, 'engineOf' | 'list'>,
  { projectId, instanceId, region, configuration }: Joining,
): Promise<void> {
  if (!configuration.projectNetwork) return
  const { rows } = await tx.execute<{ name: string; region: string }>(sql`
    select i.name, i.region from instance i
    where i.project_id = ${projectId} and i.id <> ${instanceId} and exists (
      select 1 from deployment d
      where d.instance_id = i.id and d.ended_at is null and (d.configuration ->> 'projectNetwork')::boolean)
    order by i.created_at`)
  const other = rows.find((row) => engineOf(row.region) !== engineOf(region))
  if (!other) return
  const title = list.find(({ name }) => name === other.region)?.title ?? other.region
  throw invalidField(
    'configuration.projectNetwork',
    `${other.name} is on the network of this project in the region ${title}, which has another engine. A network is on one engine: deploy there, or leave the project network.`,
  )
}
