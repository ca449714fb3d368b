import * as v from 'valibot'
import { savedRules } from './autoscaling.ts'
import { storedFile, storedGroupVariable, storedVariable } from './named-values.ts'
import { noTwice, type ServiceSettings, service } from './service.ts'
import { findStartCycle } from './start-order.ts'

type Configuration = { projectNetwork: boolean; services: ServiceSettings[] }

const knownStartAfter = ({ services }: Configuration): boolean => {
  const names = new Set(services.map(({ name }) => name))
  return services.every(({ name, startAfter }) => startAfter.every((other) => other !== name && names.has(other)))
}

/** What an instance runs: one or several services that find each other by name. */
export const instanceConfiguration = v.pipe(
  v.strictObject({
    /** Whether the other instances of the project on its network find its services, as `service.instance`. */
    projectNetwork: v.optional(v.boolean(), false),
    services: v.pipe(
      v.array(service),
      v.minLength(1, 'At least one service.'),
      v.maxLength(20, 'At most 20 services.'),
      noTwice((item) => item.name, 'Use each name only once.'),
    ),
  }),
  v.forward(v.check(knownStartAfter, 'A service can only start after another service of this instance.'), ['services']),
  v.forward(
    v.check(({ services }) => findStartCycle(services) === undefined, 'Services wait for each other in a circle.'),
    ['services'],
  ),
)

/** As it is stored in a deployment and returned: without the values of variables and files, which are sealed. */
export const storedService = v.object({
  ...service.entries,
  environment: v.array(storedVariable),
  variableGroups: v.optional(v.array(v.string())),
  /** Those that no variable of the service itself replaces. Earlier deployments have none. */
  groupVariables: v.optional(v.array(storedGroupVariable)),
  files: v.array(storedFile),
  autoscalingRules: v.nullable(savedRules),
})

export const storedConfiguration = v.object({
  services: v.array(storedService),
  projectNetwork: v.optional(v.boolean()),
  /** Which values the included groups had, by their names. */
  variableGroupVersions: v.optional(v.record(v.string(), v.string())),
  /** The registry that the credentials are for; null if images are pulled without any. */
  privateRegistry: v.nullable(v.string()),
})

export type InstanceConfiguration = v.InferOutput<typeof instanceConfiguration>
export type StoredService = v.InferOutput<typeof storedService>
export type StoredConfiguration = v.InferOutput<typeof storedConfiguration>
