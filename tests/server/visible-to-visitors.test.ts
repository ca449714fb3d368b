import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Redaction, redactForVisitor } from '../../server/kinds/server-kind.ts'
import { serverKinds } from '../../server/kinds/server-kinds.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { organizationEvent } from '../../src/contract/live.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import {
  type Deployment,
  deployment,
  type Instance,
  instance,
  instanceReport,
  type Project,
  project,
} from '../../src/contract/wire/compute.ts'
import { type Cluster, cluster } from '../../src/contract/wire/instance/cluster.ts'
import {
  type DeploymentDetails,
  deploymentDetails,
  type Replica,
  replica,
} from '../../src/contract/wire/instance/deployment-details.ts'
import { type FullOrganization, fullOrganization, publishedOrganization } from '../../src/contract/wire/organization.ts'
import { type MemberWithRole, memberWithRole } from '../../src/contract/wire/role.ts'
import { visitorPermissions } from '../../src/rules/roles.ts'

type Fields<T> = Record<keyof T, 'visible' | 'hidden'>

/** All fields that a visitor of a public organisation can receive; every new field has to be considered here. */
const ofInstance: Fields<Instance> = {
  _id: 'visible',
  organizationId: 'visible',
  computeProject: 'visible',
  cluster: 'visible',
  name: 'visible',
  state: 'visible',
  desiredState: 'visible',
  status: 'visible',
  progressMessage: 'visible',
  error: 'visible',
  finishedAt: 'visible',
  networkName: 'visible',
  region: 'visible',
  image: 'visible',
  templateId: 'visible',
  machineImageId: 'visible',
  cpu: 'visible',
  memory: 'visible',
  storage: 'visible',
  environment: 'hidden',
  latestUrlPreview: 'visible',
  providerHost: 'hidden',
  ports: 'visible',
  services: 'visible',
  /** Only those that are verified. */
  domains: 'hidden',
  activeDeployment: 'visible',
  desiredDeployment: 'visible',
  // Without the users who created them.
  deployments: 'hidden',
  extendedInstances: 'hidden',
  totalInstances: 'visible',
  revision: 'visible',
  createdAt: 'visible',
  updatedAt: 'visible',
  observedAt: 'visible',
}
const ofProject: Fields<Project> = {
  _id: 'visible',
  organizationId: 'visible',
  name: 'visible',
  description: 'visible',
  state: 'visible',
  provider: 'visible',
  createdAt: 'visible',
  updatedAt: 'visible',
  revision: 'visible',
  topupReport: 'hidden',
  instanceReport: 'visible',
}
const ofDeployment: Fields<Deployment> = {
  _id: 'visible',
  number: 'visible',
  reason: 'visible',
  repeats: 'visible',
  createdBy: 'hidden',
  error: 'visible',
  activeSince: 'visible',
  status: 'visible',
  image: 'visible',
  services: 'visible',
  protocolData: 'hidden',
  logsLength: 'visible',
  createdAt: 'visible',
  endedAt: 'visible',
}
/** `createdBy` and `configuration` are redacted by the handlers. */
const ofDetails: Fields<DeploymentDetails> = {
  ...ofDeployment,
  instanceId: 'visible',
  configuration: 'hidden',
  needsPull: 'visible',
}
const ofReplica: Fields<Replica> = {
  _id: 'visible',
  deploymentId: 'visible',
  service: 'visible',
  index: 'visible',
  state: 'visible',
  status: 'visible',
  progressMessage: 'visible',
  error: 'visible',
  readySince: 'visible',
  drainingSince: 'visible',
  restarts: 'visible',
  createdAt: 'visible',
}
const ofCluster: Fields<Cluster> = {
  _id: 'visible',
  organizationId: 'visible',
  name: 'visible',
  repository: 'visible',
  provider: 'visible',
  tags: 'visible',
  instanceReport: 'visible',
  topupReport: 'hidden',
  revision: 'visible',
  createdAt: 'visible',
  updatedAt: 'visible',
}
/** `invitedMembers`, `registries`, `email` and `emailVerified` are redacted by the handlers, over the database. */
const ofOrganization: Fields<FullOrganization> = {
  _id: 'visible',
  profile: 'visible',
  preferedAppType: 'visible',
  appType: 'visible',
  privacy: 'visible',
  site: 'visible',
  compute: 'visible',
  storage: 'visible',
  publiclyAccessible: 'visible',
  role: 'visible',
  sequence: 'visible',
  createdAt: 'visible',
  users: 'visible',
  invitedMembers: 'hidden',
  registries: 'hidden',
  overdue: 'visible',
}
const ofMember: Fields<MemberWithRole> = {
  _id: 'visible',
  userId: 'visible',
  roleGroup: 'visible',
  username: 'visible',
  name: 'visible',
  avatar: 'visible',
  email: 'hidden',
  emailVerified: 'hidden',
  joinedAt: 'visible',
}

const known = new Map<unknown, string>([
  [instance, 'instance'],
  [instanceReport, 'instance report'],
  [project, 'project'],
  [deployment, 'deployment'],
  [deploymentDetails, 'deployment with its configuration'],
  [replica, 'replica'],
  [cluster, 'cluster'],
  [fullOrganization, 'organisation'],
  [publishedOrganization, 'organisation without who reads it'],
  [memberWithRole, 'member'],
])

interface Schema {
  type: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  options?: Schema[]
}

/** A change has the fields of its kind. */
const nameOf = (schema: Schema): string | undefined =>
  known.get(schema) ??
  [...known].flatMap(([whole, name]) => {
    const fields = Object.keys((whole as Schema).entries ?? {})
    return `${Object.keys(schema.entries ?? {})}` === `${fields}` ? [`fields of ${name}`] : []
  })[0]

/** Returns the paths in a response, down to named schemas. */
const pathsIn = (schema: Schema, at = ''): string[] => {
  const name = nameOf(schema)
  if (name) return [`${at}: ${name}`]
  if (schema.entries)
    return Object.entries(schema.entries).flatMap(([field, inner]) => pathsIn(inner, at ? `${at}.${field}` : field))
  const inner = schema.item ?? schema.wrapped
  if (inner) return pathsIn(inner, at)
  if (schema.type === 'variant') return (schema.options ?? []).flatMap((option) => pathsIn(option, at))
  return [at]
}
// Reads internals that the public type does not declare.
const paths = (schema: v.GenericSchema): string[] => [...new Set(pathsIn(schema as unknown as Schema))].sort()

test('a visitor of a public organisation receives nothing but what is listed here [A6.1] [P6.3]', () => {
  const responseSchemas = callNames.flatMap((name) => {
    const { access, response } = callNamed(name)
    return typeof access === 'object' && access.visitors ? [[name, paths(response)]] : []
  })
  expect(Object.fromEntries(responseSchemas)).toEqual({
    readOrganization: ['organization: organisation'],
    readNotificationConfig: ['notificationCategories'],
    readUsersWithRoleGroups: ['users: member'],
    readProject: ['project: project'],
    readProjects: ['projects: project', 'totalCount'],
    countProjects: ['count'],
    readInstances: ['instances: instance', 'totalCount'],
    countInstances: [': instance report'],
    readInstance: ['instance: instance'],
    readDeployment: ['deployment: deployment with its configuration'],
    readDeployments: ['deployments: deployment with its configuration', 'totalCount'],
    readProjectDeployments: ['deployments: deployment with its configuration', 'totalCount'],
    readReplicas: ['replicas: replica'],
    readComputeWalletUsage: ['dailyMicros', 'from', 'to', 'usedMicros'],
    readClusters: ['clusters: cluster', 'totalCount'],
    readCluster: ['cluster: cluster'],
    countClusterInstances: [': instance report'],
    readClusterInstances: ['instances: instance', 'totalCount'],
  })
  const hidden = Object.entries(serverKinds).flatMap(([name, { visitors }]) => (visitors === 'hidden' ? [name] : []))
  const events = organizationEvent.options.filter(
    ({ entries }) => !hidden.some((name) => entries.kind.literal.startsWith(name)),
  )
  expect([...new Set(events.flatMap(paths))].sort()).toEqual([
    'after',
    'changes: fields of cluster',
    'changes: fields of instance',
    'changes: fields of project',
    'id',
    'kind',
    'organization: organisation without who reads it',
    'progressMessage',
    'revision',
    'row: cluster',
    'row: instance',
    'row: project',
  ])
})

test.each([
  ['an organisation', fullOrganization, ofOrganization],
  ['a member', memberWithRole, ofMember],
  ['a deployment', deployment, ofDeployment],
  ['a deployment with its configuration', deploymentDetails, ofDetails],
  ['a replica', replica, ofReplica],
  ['a cluster', cluster, ofCluster],
  ['an instance', instance, ofInstance],
  ['a project', project, ofProject],
])('each field of %s has a note about visitors', (_what, schema, fields) => {
  expect(Object.keys(schema.entries).sort()).toEqual(Object.keys(fields).sort())
})

test('exactly the redacted fields differ between a member’s and a visitor’s response [A1.3]', () => {
  const scope = (role: 'viewer' | null) => ({
    organizationId: 'one' as OrganizationId,
    role,
    permissions: visitorPermissions,
  })
  const visible = <T extends object>(whole: T, visitors: Redaction<T> | 'hidden', role: 'viewer' | null) =>
    redactForVisitor(whole, scope(role), visitors as Redaction<T>)
  // The values of the fields do not matter here.
  const full = (fields: object) => Object.fromEntries(Object.keys(fields).map((field) => [field, { secret: field }]))
  const text = { environment: [{ name: 'A' }], deployments: [], domains: [], progressMessage: '', error: null }
  const someInstance = { ...full(ofInstance), ...text } as unknown as Instance
  const someProject = full(ofProject) as unknown as Project
  expect(visible(someInstance, serverKinds.instance.visitors, 'viewer')).toBe(someInstance)
  expect(visible(someProject, serverKinds.project.visitors, 'viewer')).toBe(someProject)
  const differing = <T extends object>(whole: T, less: T) =>
    Object.keys(whole).filter((field) => whole[field as keyof T] !== less[field as keyof T])
  const kept = (fields: object) => Object.entries(fields).flatMap(([field, word]) => (word === 'hidden' ? [field] : []))
  expect(differing(someInstance, visible(someInstance, serverKinds.instance.visitors, null))).toEqual(kept(ofInstance))
  expect(visible(someInstance, serverKinds.instance.visitors, null).environment).toEqual([])
  expect(differing(someProject, visible(someProject, serverKinds.project.visitors, null))).toEqual(kept(ofProject))
})
