import { and, eq } from 'drizzle-orm'
import type { ParsedOf, ResponseOf } from '../../../src/contract/contract.ts'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { InstanceConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { autoscalingObstacle } from '../../../src/contract/wire/instance/scaling/autoscaling-obstacle.ts'
import { accelerateObstacle } from '../../../src/rules/deployments/accelerate-obstacle.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { isKnownAs } from '../../organizations/is-known-as.ts'
import type { Db, DbOrTx, Tx } from '../../store/connection.ts'
import { organizations, projects, users } from '../../store/schema.ts'
import type { SharedPortSettings } from '../addresses/pool/take-ports.ts'
import type { Admission } from '../admission/admission.ts'
import type { Capacities } from '../catalogue/engine-capacity.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import type { Regions } from '../catalogue/regions/regions.ts'
import { withGeneratedValues } from '../catalogue/templates/generated-values.ts'
import { withTemplateValues } from '../catalogue/templates/services/template-values.ts'
import type { Templates } from '../catalogue/templates/templates.ts'
import { type ClusterSource, findOrCreateCluster } from '../clusters/find-or-create-cluster.ts'
import { checkConfiguration } from '../deployments/configuration/check-configuration.ts'
import { claimOf } from '../deployments/configuration/configuration-columns.ts'
import { requestedConfiguration } from '../deployments/configuration/requested-configuration.ts'
import { splitConfiguration } from '../deployments/configuration/store-configuration.ts'
import type { DeploymentSecrets } from '../deployments/deployment-secrets.ts'
import type { TimeLimits } from '../reconcile/reconcile-options.ts'
import { checkRulesOf, rulesOf } from '../scaling/check-rules.ts'
import type { GroupSecrets } from '../variable-groups/group-values.ts'
import { checkTemplate } from './check-template.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { newInstanceIds, placeInstance } from './placing/place-instance.ts'

export interface CreateOptions {
  db: Db
  engines: Engines<Pick<Engine, 'capabilities' | 'findInvalidVariable'>>
  links: GatewayLinks
  capacities: Capacities
  admission: Admission
  deploymentSecrets: DeploymentSecrets
  groupSecrets: GroupSecrets
  regions: Regions
  sharedPorts: SharedPortSettings
  templates: Templates
  limits: TimeLimits
}

type Created = ResponseOf<'createInstance'>
type CreateContext = CallContext<'createInstance'> | CallContext<'createClusterInstance'>

/** Inserts the instance with its desired state in one transaction. The reconciler starts it. */
export async function createInstance(
  options: CreateOptions,
  context: CreateContext,
  source?: ClusterSource,
): Promise<Created> {
  const { caller, settle } = context
  const given: ParsedOf<'createInstance'> = context.input
  const template = options.templates.find(given.templateId)
  const input = {
    ...given,
    environment: withGeneratedValues(template, given.environment),
    ...(given.configuration && { configuration: withTemplateValues(template, given.configuration) }),
  }
  const { db, deploymentSecrets, groupSecrets } = options
  const region = options.regions.named(input.region)
  if (region.isDisabled || !region.isServed) throw new ApiError('regionDisabled')
  const { configuration: described, machineImageId } = requestedConfiguration(input, template)
  const requested = withRules(input, described)
  checkRulesOf(options.regions, input.region, requested.services)
  checkType(given.deploymentType, options.regions)
  checkTemplate(options.templates, input.templateId, claimOf(requested))
  if (caller.kind !== 'user') throw new ApiError('notSignedIn')
  const { organizationId } = scopeOf(context.scope)
  await options.capacities.of(region.engineName).description()
  const isFlat = input.configuration === undefined
  const engine = options.engines.of(region.engineName)
  await checkConfiguration(engine, requested, { isFlat, addressCount: region.addressCount })

  const ids = newInstanceIds()

  return db.transaction(async (tx) => {
    const cluster = source && (await findOrCreateCluster(tx, organizationId, source))
    await checkProject(tx, input, organizationId)
    await checkEmail(tx, caller.userId)
    const { configuration, values } = splitConfiguration(requested, {
      digest: (value) => deploymentSecrets.digest(ids.instanceId, value),
      credentials: input.privateRegistry,
      groups: await groupSecrets.read(tx, input.projectId, requested),
      isFlat,
    })
    const instance = await placeInstance(tx, options, {
      ...ids,
      organizationId,
      projectId: input.projectId,
      clusterId: cluster?.id ?? null,
      name: input.name,
      region,
      unitPrice: options.regions.unitPrice(region, input.scalingMode),
      templateId: input.templateId || null,
      machineImageId,
      configuration,
      values,
      autoscalingRules: rulesOf(requested.services),
      author: { ...context, caller },
      earlier: cluster?.event ? [cluster.event] : [],
    })
    if (cluster?.event && source)
      await writeAudit(tx, context, { organizationId, action: 'cluster.created', target: source.name })
    const made: Created = { computeProjectId: input.projectId, computeInstanceId: ids.instanceId, instance }
    await settle?.(tx, made)
    return made
  })
}

/** No engine gives GPUs to workloads yet. */
function checkType(type: ParsedOf<'createInstance'>['deploymentType'], { list }: Regions): void {
  const obstacle = accelerateObstacle(list.map(({ gpuCount }) => gpuCount))
  if (type === 'accelerate' && obstacle !== null) throw invalidField('deploymentType', obstacle)
}

/** Rules beside the configuration are those of its first service. */
const withRules = (
  { autoscalingRules }: ParsedOf<'createInstance'>,
  requested: InstanceConfiguration,
): InstanceConfiguration => {
  const [first, ...others] = requested.services
  if (!first || !autoscalingRules || first.autoscalingRules) return requested
  const scaled = { ...first, autoscalingRules }
  const obstacle = autoscalingObstacle(scaled)
  if (obstacle) throw invalidField(`autoscalingRules.${obstacle.field}`, obstacle.message)
  return { ...requested, services: [scaled, ...others] }
}

/** Locks the project's row, so that it is not deleted before the transaction ends. */
export async function checkProject(
  tx: Tx,
  requested: Pick<ParsedOf<'createInstance'>, 'projectId' | 'organizationId'>,
  organizationId: OrganizationId,
): Promise<void> {
  const [row] = await tx
    .select({ state: projects.state })
    .from(projects)
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .where(
      and(
        eq(projects.id, requested.projectId),
        eq(organizations.id, organizationId),
        isKnownAs(requested.organizationId),
      ),
    )
    .for('update', { of: projects })
  if (!row) throw new ApiError('notFound')
  if (row.state === 'ARCHIVED') throw new ApiError('projectArchived')
}

export async function checkEmail(tx: DbOrTx, userId: UserId): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user?.email) throw new ApiError('emailNeeded')
}
