import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { forReader, instanceForVisitors, projectForVisitors } from '../../server/compute/for-visitors.ts'
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
import { type FullOrganization, fullOrganization, toldOrganization } from '../../src/contract/wire/organization.ts'
import { type MemberWithRole, memberWithRole } from '../../src/contract/wire/role.ts'
import { visitorPermissions } from '../../src/rules/roles.ts'

type Fields<T> = Record<keyof T, 'told' | 'kept'>

/** What a visitor of a public organisation is told of everything they can read: a new field has to be thought about here. */
const ofInstance: Fields<Instance> = {
  _id: 'told',
  organizationId: 'told',
  computeProject: 'told',
  name: 'told',
  state: 'told',
  wish: 'told',
  status: 'told',
  stage: 'told',
  fault: 'told',
  region: 'told',
  image: 'told',
  templateId: 'told',
  machineImageId: 'told',
  cpu: 'told',
  memory: 'told',
  storage: 'told',
  environment: 'kept',
  latestUrlPreview: 'told',
  providerHost: 'told',
  ports: 'told',
  services: 'told',
  domains: 'told',
  activeDeployment: 'told',
  deployments: 'told',
  extendedInstances: 'kept',
  totalInstances: 'told',
  revision: 'told',
  createdAt: 'told',
  updatedAt: 'told',
  observedAt: 'told',
}
const ofProject: Fields<Project> = {
  _id: 'told',
  organizationId: 'told',
  name: 'told',
  description: 'told',
  state: 'told',
  provider: 'told',
  createdAt: 'told',
  updatedAt: 'told',
  revision: 'told',
  topupReport: 'kept',
  instanceReport: 'told',
}
const ofDeployment: Fields<Deployment> = {
  _id: 'told',
  status: 'told',
  image: 'told',
  services: 'told',
  protocolData: 'told',
  logsLength: 'told',
  createdAt: 'told',
  endedAt: 'told',
}
/** `invitedMembers`, `registries`, `email` and `emailVerified` are kept by the handlers, over the database. */
const ofOrganization: Fields<FullOrganization> = {
  _id: 'told',
  profile: 'told',
  preferedAppType: 'told',
  appType: 'told',
  privacy: 'told',
  site: 'told',
  compute: 'told',
  storage: 'told',
  publiclyAccessible: 'told',
  role: 'told',
  sequence: 'told',
  createdAt: 'told',
  users: 'told',
  invitedMembers: 'kept',
  registries: 'kept',
  overdue: 'told',
}
const ofMember: Fields<MemberWithRole> = {
  _id: 'told',
  userId: 'told',
  roleGroup: 'told',
  username: 'told',
  name: 'told',
  avatar: 'told',
  email: 'kept',
  emailVerified: 'kept',
  joinedAt: 'told',
}

const known = new Map<unknown, string>([
  [instance, 'instance'],
  [instanceReport, 'instance report'],
  [project, 'project'],
  [deployment, 'deployment'],
  [fullOrganization, 'organisation'],
  [toldOrganization, 'organisation without who reads it'],
  [memberWithRole, 'member'],
])

interface Schema {
  type: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  options?: Schema[]
}

/** The places in an answer, down to what has a name of its own. */
const placesIn = (schema: Schema, at = ''): string[] => {
  const name = known.get(schema)
  if (name) return [`${at}: ${name}`]
  if (schema.entries)
    return Object.entries(schema.entries).flatMap(([field, inner]) => placesIn(inner, at ? `${at}.${field}` : field))
  const inner = schema.item ?? schema.wrapped
  if (inner) return placesIn(inner, at)
  if (schema.type === 'variant') return (schema.options ?? []).flatMap((option) => placesIn(option, at))
  return [at]
}
// Its internals are read, which the public type does not tell.
const places = (schema: v.GenericSchema): string[] => [...new Set(placesIn(schema as unknown as Schema))].sort()

test('nothing but what is listed here is answered to a visitor of a public organisation [A6.1] [P6.3]', () => {
  const answers = callNames.flatMap((name) => {
    const { access, answer } = callNamed(name)
    return typeof access === 'object' && access.visitors ? [[name, places(answer)]] : []
  })
  expect(Object.fromEntries(answers)).toEqual({
    readOrganization: ['organization: organisation'],
    readNotificationConfig: ['notificationCategories'],
    readUsersWithRoleGroups: ['users: member'],
    readProject: ['project: project'],
    readProjects: ['projects: project', 'totalCount'],
    countProjects: ['count'],
    readInstances: ['instances: instance', 'totalCount'],
    countInstances: [': instance report'],
    readInstance: ['instance: instance'],
    readDeployment: ['deployment: deployment'],
  })
  expect(places(organizationEvent)).toEqual([
    'id',
    'instance: instance',
    'kind',
    'organization: organisation without who reads it',
    'project: project',
    'projectId',
  ])
})

test.each([
  ['an organisation', fullOrganization, ofOrganization],
  ['a member', memberWithRole, ofMember],
  ['a deployment', deployment, ofDeployment],
  ['an instance', instance, ofInstance],
  ['a project', project, ofProject],
])('each field of %s has its word on visitors', (_what, schema, fields) => {
  expect(Object.keys(schema.entries).sort()).toEqual(Object.keys(fields).sort())
})

test('exactly the fields that are kept differ between what a member and what a visitor is told [A1.3]', () => {
  const scope = (role: 'viewer' | null) => ({
    organizationId: 'one' as OrganizationId,
    role,
    permissions: visitorPermissions,
  })
  const told = <T>(whole: T, visitors: (whole: T) => T, role: 'viewer' | null) =>
    forReader(whole, scope(role), visitors)
  // What is in a field does not matter here.
  const full = (fields: object) => Object.fromEntries(Object.keys(fields).map((field) => [field, { secret: field }]))
  const someInstance = { ...full(ofInstance), environment: [{ name: 'A' }] } as unknown as Instance
  const someProject = full(ofProject) as unknown as Project
  expect(told(someInstance, instanceForVisitors, 'viewer')).toBe(someInstance)
  expect(told(someProject, projectForVisitors, 'viewer')).toBe(someProject)
  const differing = <T extends object>(whole: T, less: T) =>
    Object.keys(whole).filter((field) => whole[field as keyof T] !== less[field as keyof T])
  const kept = (fields: object) => Object.entries(fields).flatMap(([field, word]) => (word === 'kept' ? [field] : []))
  expect(differing(someInstance, told(someInstance, instanceForVisitors, null))).toEqual(kept(ofInstance))
  expect(differing(someProject, told(someProject, projectForVisitors, null))).toEqual(kept(ofProject))
})
