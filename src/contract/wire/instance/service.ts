import * as v from 'valibot'
import { filledText, text, whole } from '../common.ts'
import { autoscalingRules } from './autoscaling.ts'
import { commandLine, healthCheck } from './health-check.ts'
import { absolutePath, configurationFile, environmentVariable } from './named-values.ts'
import {
  cpuMilli,
  dnsLabel,
  ipLeases,
  memoryBytes,
  servicePort,
  sharedMemoryBytes,
  storageBytes,
  volumeMount,
} from './resources.ts'
import { autoscalingObstacle } from './scaling/autoscaling-obstacle.ts'

export const imageName = v.pipe(
  filledText(400),
  v.regex(
    /^[a-z0-9]+([._:/-]+[a-z0-9]+)*(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?$/,
    'Enter a container image, such as nginx:alpine or ghcr.io/you/app:1.',
  ),
)

export const noTwice = <T>(key: (item: T) => string | number, message: string) =>
  v.check((items: T[]) => new Set(items.map(key)).size === items.length, message)

export const variables = v.pipe(
  v.array(environmentVariable),
  v.maxLength(200, 'At most 200 variables.'),
  noTwice((item) => item.name, 'Use each name only once.'),
)

export const commandOrNone = v.optional(v.nullable(commandLine), null)

export const volumeMounts = v.pipe(
  v.array(volumeMount),
  v.maxLength(20, 'At most 20 volumes.'),
  noTwice((item) => item.mountPath, 'Use each path only once.'),
  noTwice((item) => item.name, 'Use each volume only once.'),
)

export const replicaCount = v.pipe(
  whole,
  v.minValue(1, 'At least 1 replica.'),
  v.maxValue(100, 'At most 100 replicas.'),
)

/** The fields of a service, without what they need of one another. */
export const serviceSettings = v.strictObject({
  name: dnsLabel,
  image: imageName,
  entrypoint: commandOrNone,
  command: commandOrNone,
  workingDirectory: v.optional(v.nullable(absolutePath), null),
  user: v.optional(
    v.nullable(v.pipe(text(100), v.regex(/^[\w.-]+(:[\w.-]+)?$/, 'Enter a user, such as 1000 or app:app.'))),
    null,
  ),
  environment: v.optional(variables, []),
  /** Variable groups of the project. A later group replaces the values of an earlier one, and `environment` those of all. */
  variableGroups: v.optional(
    v.pipe(
      v.array(dnsLabel),
      v.maxLength(20, 'At most 20 groups.'),
      noTwice((name) => name, 'Use each group only once.'),
    ),
    [],
  ),
  files: v.optional(
    v.pipe(
      v.array(configurationFile),
      v.maxLength(50, 'At most 50 files.'),
      noTwice((item) => item.path, 'Use each path only once.'),
    ),
    [],
  ),
  ports: v.optional(
    v.pipe(
      v.array(servicePort),
      v.maxLength(20, 'At most 20 ports.'),
      noTwice((item) => `${item.protocol === 'udp'} ${item.containerPort}`, 'Use each port only once.'),
    ),
    [],
  ),
  cpuMilli,
  memoryBytes,
  storageBytes,
  sharedMemoryBytes: v.optional(v.nullable(sharedMemoryBytes), null),
  volumes: v.optional(volumeMounts, []),
  replicas: v.optional(replicaCount, 1),
  ipLease: v.optional(v.picklist(ipLeases), 'shared-ip'),
  /** The project's name of the address of a `static` lease, which is leased if there is none; null for one of its own. */
  staticAddress: v.optional(v.nullable(dnsLabel), null),
  healthCheck: v.optional(v.nullable(healthCheck), null),
  restartPolicy: v.optional(v.picklist(['always', 'on-failure', 'never']), 'always'),
  stopSignal: v.optional(
    v.nullable(v.pipe(text(20), v.regex(/^SIG[A-Z0-9+-]{2,12}$/, 'Enter a signal, such as SIGTERM.'))),
    null,
  ),
  stopGraceMs: v.optional(
    v.pipe(whole, v.minValue(0, 'Must be 0 or more.'), v.maxValue(3_600_000, 'At most an hour.')),
    10_000,
  ),
  /** Services that are ready before this one starts. */
  startAfter: v.optional(v.pipe(v.array(dnsLabel), v.maxLength(19, 'At most 19 services.')), []),
  autoscalingRules: v.optional(v.nullable(autoscalingRules), null),
  /** Runs once in a container of the new image before traffic is switched. */
  releaseCommand: commandOrNone,
})

/** One program of an instance, in one or several equal replicas. Resources are those of a replica. */
export const service = v.pipe(
  serviceSettings,
  v.rawCheck(({ dataset, addIssue }) => {
    const found = dataset.typed && autoscalingObstacle(dataset.value)
    if (!found) return
    const rules = dataset.value.autoscalingRules
    addIssue({
      message: found.message,
      path: [
        { type: 'object', origin: 'value', input: dataset.value, key: 'autoscalingRules', value: rules },
        { type: 'object', origin: 'value', input: { ...rules }, key: found.field, value: rules?.[found.field] },
      ],
    })
  }),
)

export type ServiceSettings = v.InferOutput<typeof service>
