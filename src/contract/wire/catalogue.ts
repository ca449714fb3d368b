import * as v from 'valibot'
import { instant, micros } from './common.ts'
import { instanceConfiguration } from './instance/instance-configuration.ts'

/** One program; the same with a graphics processor; or several programs that find each other by name. */
export const deploymentTypes = ['compute', 'accelerate', 'multiservice'] as const
export const scalingModes = ['SCALING_ALLOWED', 'AUTO_SCALING', 'NO_SCALING'] as const
/** HDD, SSD and NVMe. */
export const storageClasses = ['beta1', 'beta2', 'beta3'] as const

/** cpu in milli-units, memory and storage in bytes. */
export const resources = v.object({
  cpu: v.number(),
  memory: v.number(),
  storageEphemeral: v.number(),
  gpu: v.number(),
  storage: v.array(v.object({ class: v.picklist(storageClasses), size: v.number() })),
})

/** Settings of a service that only some engines honour. */
export const optionalSettings = [
  'entrypoint',
  'command',
  'workingDirectory',
  'user',
  'files',
  'udp',
  'sharedMemory',
  'volumes',
  'addresses',
  'stopSignal',
  'commandCheck',
  'releaseCommand',
  'projectNetwork',
] as const

export const region = v.object({
  region: v.string(),
  scalingMode: v.picklist(scalingModes),
  isPrimaryForScaling: v.boolean(),
  /** A display name, such as "US West". */
  title: v.string(),
  disabled: v.boolean(),
  /** The engine that runs the workloads of this region. */
  provider: v.string(),
  ip_supported: v.boolean(),
  /** Unknown while the engine cannot be reached. */
  availability: v.picklist(['available', 'not_available', 'unknown']),
  resources,
  /** Which settings its engine honours; null while the engine cannot be reached. */
  supportedSettings: v.nullable(v.array(v.picklist(optionalSettings))),
  /** Included in all prices until its end. */
  discount: v.nullable(v.object({ percent: v.number(), expirationDate: instant })),
})

/** What an engine has free in one of its regions. */
export const providerInventory = v.object({
  provider: v.string(),
  region: v.string(),
  availability: region.entries.availability,
  resources,
})

/** Monthly prices in micro-dollars: per core, per GiB of memory and of each storage class, per IP address. */
export const unitPrice = v.object({
  region: v.string(),
  scalingMode: v.picklist(scalingModes),
  cpu: micros,
  memory: micros,
  hdEphemeral: micros,
  persistentStorageHDD: micros,
  persistentStorageSSD: micros,
  persistentStorageNVME: micros,
  ip: micros,
})

/** cpu in milli-units, memory and storage in bytes, money in micro-dollars a day. */
export const plan = v.object({
  _id: v.string(),
  name: v.string(),
  cpu: v.number(),
  memory: v.number(),
  storage: v.number(),
  maxPricePerBlock: v.number(),
  defaultDailyTopUp: micros,
  topupThreashold: micros,
  price: micros,
  recommendedPlan: v.boolean(),
})

export const templateVariable = v.object({
  name: v.string(),
  label: v.string(),
  description: v.string(),
  default: v.string(),
  required: v.boolean(),
  secret: v.boolean(),
  /** The control plane makes a random value when none is given. */
  generated: v.boolean(),
})

/** Pictures of templates, by their names in the icon set. */
export const templateIcons = [
  'bot',
  'box',
  'chart',
  'code',
  'database',
  'file-text',
  'folder',
  'gauge',
  'git-branch',
  'globe',
  'hexagon',
  'message',
  'play',
  'search',
  'shield',
  'workflow',
  'wrench',
] as const

export const template = v.object({
  _id: v.string(),
  name: v.string(),
  description: v.string(),
  icon: v.picklist(templateIcons),
  /** Ships with Longshore; runs without a registry and on every engine. */
  builtIn: v.boolean(),
  metadata: v.object({ category: v.string() }),
  processingType: v.picklist(['cpu', 'gpu', 'all']),
  services: v.array(
    v.object({
      name: v.string(),
      /** The image of the first version. */
      image: v.string(),
      /** Newest first; empty where there is no choice. */
      versions: v.array(v.object({ name: v.string(), image: v.string() })),
      command: v.nullable(v.array(v.string())),
      ports: v.array(v.object({ containerPort: v.number() })),
      defaultAkashMachineImageId: v.string(),
      defaultAkashMachineImage: v.object({ defaultDailyTopUp: micros }),
    }),
  ),
  serviceData: v.object({ variables: v.array(templateVariable) }),
  /**
   * All services of a template with several of them, with the sizes of their plans; null for one service. Variables
   * that the control plane sets at the deployment are left out: generated values and references to other services.
   */
  configuration: v.nullable(instanceConfiguration),
})

export type ScalingMode = (typeof scalingModes)[number]
export type Resources = v.InferOutput<typeof resources>
export type Region = v.InferOutput<typeof region>
export type UnitPrice = v.InferOutput<typeof unitPrice>
export type Plan = v.InferOutput<typeof plan>
export type Template = v.InferOutput<typeof template>
export type TemplateIcon = Template['icon']
export type OptionalSetting = (typeof optionalSettings)[number]
