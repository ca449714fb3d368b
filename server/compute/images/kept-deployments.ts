import { type SQL, sql } from 'drizzle-orm'
import { deployments } from '../../store/schema.ts'

/**
 * Whether the images of the `deployment` of a query stay on the engine: it has not ended, it is the newest one, or it is
 * one of the newest of its instance that served. Failed updates do not use up the number.
 */
export const keepsImages = (keptDeployments: number): SQL<boolean> => sql<boolean>`(
  ${deployments.endedAt} is null
  or not exists (select 1 from deployment newer
    where newer.instance_id = ${deployments.instanceId} and newer.number > ${deployments.number})
  or ${deployments.activeSince} is not null and (select count(*) from deployment newer
    where newer.instance_id = ${deployments.instanceId} and newer.number > ${deployments.number}
      and newer.active_since is not null) < ${keptDeployments})`

/** Whether a deployment of a query can only be deployed again after its images were pulled. Built-in ones never are. */
export const needsPull = (keptDeployments: number): SQL<boolean> => sql<boolean>`(
  not ${keepsImages(keptDeployments)} and exists (select 1 from deployment_image image
    where image.deployment_id = ${deployments.id} and image.image not like 'longshore/%'))`
