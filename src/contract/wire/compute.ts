import * as v from 'valibot'
import { clusterId, deploymentId, instanceId, instant, micros, organizationId, projectId, userId } from './common.ts'
import { portAddress } from './instance/address.ts'
import { savedRules } from './instance/autoscaling.ts'

export const instanceStates = ['Starting', 'Failed-start', 'Active', 'Closed'] as const
export const deploymentStatuses = [
  'Failed',
  'Deployed',
  'Deprecated',
  'Pending',
  'Queued',
  'Deprecated-Provider',
  'PROVISIONED',
] as const

/** The state that the user wants; where it differs from `state`, reconciling is in progress. */
export const desiredStates = ['active', 'closed', 'deleted'] as const

const port = v.object({
  containerPort: v.number(),
  /** The published port on the engine's machine; null while nothing listens. */
  hostPort: v.nullable(v.number()),
  /** The URL for a browser; null while nothing listens. */
  url: v.nullable(v.string()),
})

/** A port of a service, which may be one of TCP or UDP. */
const servicePort = v.object({
  ...port.entries,
  protocol: v.picklist(['http', 'tcp', 'udp']),
  /** Where the forwarder serves it; null for a port without an address, such as an HTTP port on a shared one. */
  address: v.nullable(portAddress),
})

const service = v.object({
  name: v.string(),
  image: v.string(),
  ports: v.array(servicePort),
  /** As requested, or as scaled; `readyReplicas` of them get traffic. */
  replicas: v.number(),
  readyReplicas: v.number(),
  autoscalingRules: v.nullable(savedRules),
})

export const deploymentReasons = ['create', 'update', 'restart', 'rollback', 'redeploy'] as const
export const instanceError = v.object({ code: v.string(), message: v.string(), at: instant })

export const deployment = v.object({
  _id: deploymentId,
  /** Counts the deployments of the instance from 1. */
  number: v.number(),
  reason: v.picklist(deploymentReasons),
  /** The number of the deployment whose configuration it repeats. */
  repeats: v.nullable(v.number()),
  /** Null for the platform, and for visitors. */
  createdBy: v.nullable(userId),
  status: v.picklist(deploymentStatuses),
  /** Why it failed. */
  error: v.nullable(instanceError),
  image: v.string(),
  services: v.array(service),
  protocolData: v.object({ providerHost: v.string() }),
  /** Number of lines written to the deployment log. */
  logsLength: v.number(),
  createdAt: instant,
  /** When it began to serve. */
  activeSince: v.nullable(instant),
  endedAt: v.nullable(instant),
})

export const instance = v.object({
  _id: instanceId,
  organizationId,
  computeProject: projectId,
  cluster: v.nullable(clusterId),
  name: v.string(),
  state: v.picklist(instanceStates),
  desiredState: v.picklist(desiredStates),
  status: v.picklist(deploymentStatuses),
  /** What is happening right now, for display; empty when nothing is. */
  progressMessage: v.string(),
  /** Why the last start failed or the workload exited. */
  error: v.nullable(instanceError),
  /** When its program exited by itself and reported success. */
  finishedAt: v.nullable(instant),
  region: v.string(),
  image: v.string(),
  templateId: v.nullable(v.string()),
  machineImageId: v.string(),
  cpu: v.number(),
  memory: v.number(),
  storage: v.number(),
  /** Names only. The values are encrypted; `revealVariable` returns one of them. */
  environment: v.array(v.object({ name: v.string() })),
  latestUrlPreview: v.nullable(v.string()),
  providerHost: v.string(),
  /** Its part of the names of its services in the network of its project: `web.NAME`. */
  networkName: v.optional(v.string()),
  ports: v.array(port),
  services: v.array(service),
  domains: v.array(v.object({ _id: v.string(), type: v.string(), name: v.string(), verified: v.boolean() })),
  activeDeployment: v.nullable(deploymentId),
  /** The newest deployment; a roll-out is in progress or has failed while it is not the active one. */
  desiredDeployment: v.nullable(deploymentId),
  /** The newest 20, and the active one. */
  deployments: v.array(deployment),
  extendedInstances: v.array(v.object({ defaultDailyTopup: micros, price: micros })),
  totalInstances: v.number(),
  /** Grows with each change; an older revision never replaces a newer one. */
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
  /** When `state` was last confirmed with the engine. */
  observedAt: v.nullable(instant),
})

/** An archived project keeps everything, and nothing runs in it. */
export const projectStates = ['MAINTAINED', 'ARCHIVED'] as const

/** What a list of instances can be sorted by; `-name` is the other way round. */
const sortFields = ['name', 'state', 'region', 'plan', 'price', 'created'] as const
export const instanceSorts = sortFields.flatMap((field) => [field, `-${field}`] as const)

export const instanceReport = v.object({
  closed: v.number(),
  failedToStart: v.number(),
  starting: v.number(),
  total: v.number(),
  active: v.number(),
  lastTimeInstanceActivated: v.nullable(instant),
  lastTimeInstanceClosed: v.nullable(instant),
  lastTimeInstanceFailedToStart: v.nullable(instant),
  lastTimeInstanceStarted: v.nullable(instant),
})

export const project = v.object({
  _id: projectId,
  organizationId,
  name: v.string(),
  description: v.string(),
  state: v.picklist(projectStates),
  provider: v.string(),
  createdAt: instant,
  updatedAt: instant,
  revision: v.number(),
  /** Null for a visitor, and an instance's `extendedInstances` are empty: costs are private to the organisation. */
  topupReport: v.nullable(v.object({ defaultDailyTopUp: micros })),
  instanceReport,
})

export type Instance = v.InferOutput<typeof instance>
export type InstanceSort = (typeof instanceSorts)[number]
export type InstanceState = Instance['state']
export type Deployment = v.InferOutput<typeof deployment>
export type ProjectState = Project['state']
export type Project = v.InferOutput<typeof project>
