import type { InstanceId, OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { CallContext, Handlers } from '../../../http/handler.ts'
import { requireUser } from '../../../http/require-user.ts'
import { scopeOf } from '../../../http/scope-of.ts'
import { type CreateOptions, createInstance } from '../../instances/create-instance.ts'
import { changeRules, serviceIn } from '../../scaling/change-rules.ts'
import { checkRulesOf, rulesOf } from '../../scaling/check-rules.ts'
import { checkConfiguration, checkHealthCheck } from '../configuration/check-configuration.ts'
import { keepingAllValues, updatedConfiguration } from '../configuration/requested-configuration.ts'
import { splitConfiguration } from '../configuration/store-configuration.ts'
import { copyOf, readValues, restartOf } from './copy-deployment.ts'
import { type Change, deployChange } from './deploy-change.ts'
import { deploymentNumbered } from './lock-for-change.ts'

type ChangeCall =
  | 'createClusterInstance'
  | 'updateInstance'
  | 'restartInstance'
  | 'redeployInstance'
  | 'rollbackInstance'
  | 'updateAutoscalingRules'
  | 'updateHealthCheck'

type DeployingCall = Exclude<ChangeCall, 'createClusterInstance' | 'updateAutoscalingRules'>

/** The calls that create deployments of existing instances, and those that change what needs no deployment. */
export function changeHandlers(options: CreateOptions): Handlers<ChangeCall> {
  const { engines, regions, deploymentSecrets, groupSecrets } = options

  return {
    createClusterInstance: (context) => {
      const { clusterName: name, clusterUrl: repository, clusterProvider: provider } = context.input
      return createInstance(options, context, { name, repository, provider })
    },

    updateInstance: (context) => {
      const { input } = context
      return deploy(context, 'The instance is being updated', {
        reason: 'update',
        action: 'instance.updated',
        strategy: input.strategy,
        baseDeployment: input.baseDeployment,
        async revise(tx, newest, instance) {
          const requested = updatedConfiguration(input, newest.configuration, instance.machineImageId)
          await checkConfiguration(engines.of(regions.engineOf(instance.region)), requested.configuration, {
            isFlat: input.configuration === undefined,
            addressCount: regions.list.find(({ name }) => name === instance.region)?.addressCount ?? 0,
          })
          const values = await readValues(tx, deploymentSecrets, newest)
          const split = splitConfiguration(requested.configuration, {
            digest: (value) => deploymentSecrets.digest(instance.id, value),
            base: { configuration: newest.configuration, values },
            credentials: input.privateRegistry,
            groups: await groupSecrets.read(tx, instance.projectId, requested.configuration),
            isFlat: input.configuration === undefined,
          })
          if (input.configuration) checkRulesOf(regions, instance.region, requested.configuration.services)
          return {
            ...split,
            machineImageId: requested.machineImageId,
            pinnedBy: newest,
            ...(input.configuration && { autoscalingRules: rulesOf(requested.configuration.services) }),
          }
        },
      })
    },

    restartInstance: (context) =>
      deploy(context, 'The instance is restarting', {
        reason: 'restart',
        action: 'instance.restarted',
        strategy: context.input.strategy,
        revise: (tx, newest, instance) => restartOf(tx, deploymentSecrets, newest, instance),
      }),

    redeployInstance: (context) =>
      deploy(context, 'The saved configuration is being deployed', {
        reason: 'redeploy',
        action: 'instance.redeployed',
        ...rollOutOf(context.input),
        async revise(tx, newest, instance) {
          // Variable groups, and what refers to their values, are read anew.
          const kept = keepingAllValues(newest.configuration)
          const split = splitConfiguration(kept, {
            digest: (value) => deploymentSecrets.digest(instance.id, value),
            base: { configuration: newest.configuration, values: await readValues(tx, deploymentSecrets, newest) },
            credentials: undefined,
            groups: await groupSecrets.read(tx, instance.projectId, kept),
          })
          return { ...split, repeats: newest.number, pinnedBy: null }
        },
      }),

    rollbackInstance: (context) =>
      deploy(context, `Deployment ${context.input.deploymentNumber} is being deployed again`, {
        reason: 'rollback',
        action: 'instance.rolledBack',
        ...rollOutOf(context.input),
        async revise(tx, _newest, instance) {
          const earlier = await deploymentNumbered(tx, instance, context.input.deploymentNumber)
          return { ...(await copyOf(tx, deploymentSecrets, earlier)), repeats: earlier.number, pinnedBy: earlier }
        },
      }),

    updateHealthCheck: (context) => {
      const { healthCheck, serviceName } = context.input
      return deploy(context, 'The health check is being changed', {
        reason: 'update',
        action: 'instance.updated',
        ...rollOutOf(context.input),
        async revise(tx, newest, instance) {
          const copy = await copyOf(tx, deploymentSecrets, newest)
          const { name } = serviceIn(newest.configuration.services, serviceName)
          const services = copy.configuration.services.map((service) =>
            service.name === name ? { ...service, healthCheck } : service,
          )
          await checkHealthCheck(engines.of(regions.engineOf(instance.region)), {
            healthCheck,
            ports: services.find(({ name: each }) => each === name)?.ports ?? [],
          })
          return { ...copy, configuration: { ...copy.configuration, services }, pinnedBy: newest }
        },
      })
    },

    updateAutoscalingRules: (context) => changeRules(options, context),
  }

  type Planned = Omit<Change, 'id' | 'organizationId' | 'author' | 'settle'>

  async function deploy<N extends DeployingCall>(context: CallContext<N>, message: string, change: Planned) {
    const { input, scope, caller, settle } = context as unknown as CallContext<'restartInstance'>
    const { organizationId } = scopeOf(scope)
    const author = { ...context, caller: requireUser(caller) }
    const instance = await deployChange(options, {
      ...change,
      id: input.id as InstanceId,
      organizationId: organizationId as OrganizationId,
      author,
      settle: settle && ((tx, made) => settle(tx, { message, instance: made })),
    })
    // Without `isDue` it is always due.
    return { message, instance: instance as Instance }
  }
}

const rollOutOf = (input: { strategy: 'surge' | 'gap'; baseDeployment?: number | undefined }) => ({
  strategy: input.strategy,
  baseDeployment: input.baseDeployment,
})
