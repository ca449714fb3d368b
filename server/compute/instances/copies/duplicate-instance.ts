import { and, eq } from 'drizzle-orm'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { ProjectId } from '../../../../src/contract/wire/common.ts'
import type { StoredConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { freeVolumeName } from '../../../../src/rules/names/free-volume-name.ts'
import { storedRulesOf } from '../../../../src/rules/scaling/stored-rules.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { CallContext } from '../../../http/handler.ts'
import { requireUser } from '../../../http/require-user.ts'
import { scopeOf } from '../../../http/scope-of.ts'
import type { Tx } from '../../../store/connection.ts'
import { deploymentImages, instances, volumes } from '../../../store/schema.ts'
import { restartOf } from '../../deployments/changes/copy-deployment.ts'
import { findDeployment } from '../../deployments/changes/lock-for-change.ts'
import { type CreateOptions, checkEmail, checkProject } from '../create-instance.ts'
import { newInstanceIds, placeInstance } from '../placing/place-instance.ts'

type Duplicated = ResponseOf<'duplicateInstance'>

/**
 * Deploys a copy of what an instance runs, in any project of its organisation. Its secret values never leave the server:
 * they are sealed again for the copy. Its volumes are new and empty, because each has one writer.
 */
export function duplicateInstance(
  options: CreateOptions,
  context: CallContext<'duplicateInstance'>,
): Promise<Duplicated> {
  const { input, settle } = context
  const { db, deploymentSecrets } = options
  const { organizationId } = scopeOf(context.scope)
  const caller = requireUser(context.caller)
  return db.transaction(async (tx) => {
    const [source] = await tx
      .select()
      .from(instances)
      .where(and(eq(instances.id, input.id), eq(instances.organizationId, organizationId)))
      .for('share')
    if (!source) throw new ApiError('notFound')
    if (source.desiredState === 'deleted') throw new ApiError('instanceEnding')
    const region = options.regions.named(source.region)
    if (region.isDisabled || !region.isServed) throw new ApiError('regionDisabled')
    await checkProject(tx, { projectId: input.projectId, organizationId }, organizationId)
    await checkEmail(tx, caller.userId)
    const ids = newInstanceIds()
    const newest = await findDeployment(tx, source, undefined)
    const { configuration, values, pinnedBy } = await restartOf(tx, deploymentSecrets, newest, source, ids.instanceId)
    if (input.projectId !== source.projectId) checkGroups(configuration)
    const instance = await placeInstance(tx, options, {
      ...ids,
      organizationId,
      projectId: input.projectId,
      clusterId: null,
      name: input.name,
      region,
      unitPrice: options.regions.unitPrice(region),
      templateId: source.templateId,
      machineImageId: source.machineImageId,
      configuration: await withNewVolumes(tx, input.projectId, withNewAddresses(configuration)),
      values,
      autoscalingRules: storedRulesOf(source.autoscalingRules),
      author: { ...context, caller },
      pinned: pinnedBy
        ? await tx.select().from(deploymentImages).where(eq(deploymentImages.deploymentId, pinnedBy.id))
        : undefined,
      copyOf: source,
    })
    const made: Duplicated = { computeProjectId: input.projectId, computeInstanceId: ids.instanceId, instance }
    await settle?.(tx, made)
    return made
  })
}

/** An address has one user, so the copy leases its own. */
const withNewAddresses = (configuration: StoredConfiguration): StoredConfiguration => ({
  ...configuration,
  services: configuration.services.map((service) => ({ ...service, staticAddress: null })),
})

/** The copy's values are those of the groups, but later deployments look for the groups in its own project. */
function checkGroups({ services }: StoredConfiguration): void {
  const groups = services.flatMap(({ variableGroups = [] }) => variableGroups)
  if (groups.length > 0)
    throw new ApiError('instanceNotMovable', {
      message: `This instance includes variable groups of its project (${groups.join(', ')}). Duplicate it there, or remove them first.`,
    })
}

/** Gives each volume a name that no volume of the project has. */
async function withNewVolumes(
  tx: Tx,
  projectId: ProjectId,
  configuration: StoredConfiguration,
): Promise<StoredConfiguration> {
  const names = [...new Set(configuration.services.flatMap((service) => service.volumes.map(({ name }) => name)))]
  if (names.length === 0) return configuration
  const rows = await tx.select({ name: volumes.name }).from(volumes).where(eq(volumes.projectId, projectId))
  const taken = new Set(rows.map(({ name }) => name))
  const renamed = new Map<string, string>()
  for (const name of names) {
    const free = freeVolumeName(name, taken)
    taken.add(free)
    renamed.set(name, free)
  }
  const services = configuration.services.map((service) => ({
    ...service,
    volumes: service.volumes.map((volume) => ({ ...volume, name: renamed.get(volume.name) ?? volume.name })),
  }))
  return { ...configuration, services }
}
