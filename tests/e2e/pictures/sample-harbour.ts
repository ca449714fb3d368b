import type { Page } from '@playwright/test'
import type { Organization } from '../../../src/contract/wire/account.ts'
import type { Instance, Project } from '../../../src/contract/wire/compute.ts'
import type { Cluster } from '../../../src/contract/wire/instance/cluster.ts'
import { createProject, deployInstance, NOWHERE_IMAGE, waitForState } from '../fixtures/compute.ts'
import { callAs, createOrganization, signIn } from '../fixtures/users.ts'

/** A small company whose projects and instances are real: they run in this installation's engine. */
export interface Harbour {
  username: string
  shop: Project
  empty: Project
  storefront: Instance
  /** Deployed twice. */
  guestbook: Instance
  cluster: Pick<Cluster, '_id'>
  worker: Instance
  /** Of two services with a database. */
  pair: Instance
  failed: Instance
  closed: Instance
}

/** The parts that the scenes of accounts and organisations need. */
export type Company = Pick<Harbour, 'username' | 'shop'>

const VISITS_MS = 200

/** Signs in its owner on the page, and creates one project. */
export const foundCompany = async (page: Page) => {
  await signIn(page, 'Ada Lovelace')
  const organization = await createOrganization(page, 'North Pier')
  const description = 'The storefront, its guestbook, and the worker that counts'
  return { organization, shop: await createProject(page, organization, 'Shop', description) }
}

export const buildHarbour = async (page: Page): Promise<Harbour> => {
  const { organization, shop } = await foundCompany(page)
  const project = (name: string, description = '') => createProject(page, organization, name, description)
  const docs = await project('Handbook', 'What everybody should know, and nobody reads')
  const empty = await project('Experiments', 'For trying things out')
  await project('Internal tools')

  const storefront = await deployInstance(page, shop, {
    name: 'storefront',
    templateId: 'longshore-hello',
    machineImageId: 'micro',
    environment: [
      { name: 'GREETING', value: 'Welcome aboard' },
      { name: 'ENVIRONMENT', value: 'production' },
      { name: 'API_KEY', value: 'made-up-for-the-picture' },
    ],
  })
  const guestbook = await deployInstance(page, shop, {
    name: 'guestbook',
    image: 'longshore/guestbook:1',
    templateId: 'longshore-guestbook',
    region: 'eu-west',
    machineImageId: 'small',
  })
  const worker = await deployInstance(page, shop, {
    name: 'tally-worker',
    image: 'longshore/clock:1',
    templateId: 'longshore-clock',
    environment: [{ name: 'PERIOD_MS', value: String(VISITS_MS) }],
    ports: [],
  })
  const pair = await deployPair(page, shop)
  const failed = await deployInstance(page, shop, { name: 'newsletter', image: NOWHERE_IMAGE, ports: [] })
  const closed = await deployInstance(page, shop, { name: 'spring-sale', templateId: 'longshore-hello' })
  await deployInstance(page, docs, { name: 'handbook', templateId: 'longshore-hello' })

  for (const instance of [storefront, guestbook, worker, pair, closed]) await waitForState(page, instance, 'Active')
  await waitForState(page, failed, 'Failed-start')
  await callAs(page, 'POST', `compute-instance/${closed._id}/close`, { organizationId: organization._id })
  await waitForState(page, closed, 'Closed')
  const cluster = await deployFromSource(page, organization, shop)
  await callAs(page, 'PATCH', `compute-instance/${guestbook._id}/update`, {
    environment: [{ name: 'TITLE', value: 'Who was here' }],
  })
  await callAs(page, 'POST', `compute-project/${shop._id}/addresses`, { name: 'front-door', region: 'us-west' })
  await callAs(page, 'POST', `organization/${organization._id}/log-drains`, {
    name: 'Collector',
    target: {
      type: 'http',
      url: 'https://logs.north-pier.test/in',
      headers: [{ name: 'Authorization', value: 'made-up' }],
    },
    backfillHours: 1,
  })
  await callAs(page, 'POST', `compute-project/${shop._id}/variable-groups`, {
    name: 'shared',
    variables: [
      { name: 'LOG_LEVEL', value: 'info' },
      { name: 'MAIL_PASSWORD', value: 'made-up', isSecret: true },
    ],
  })
  for (const [name, condition] of [
    ['Crash loop', { kind: 'crashLoop' }],
    [
      'Memory of the shop',
      {
        kind: 'metric',
        param: 'memory',
        of: 'together',
        direction: 'above',
        threshold: 471_859_200,
        forSeconds: 300,
        noDataSeconds: null,
      },
    ],
    ['Refused connections', { kind: 'log', find: 'ECONNREFUSED', as: 'text', matchCase: true, count: 10, minutes: 5 }],
  ])
    await callAs(page, 'POST', `organization/${organization._id}/alerts`, {
      name,
      condition,
      projectId: null,
      instanceId: null,
      service: '',
      severity: 'critical',
      channelIds: [],
      notify: true,
      mail: false,
    })
  for (const [type, name] of [
    ['subdomain', 'www.north-pier.test'],
    ['domain', 'bücher-am-kai.test'],
  ])
    await callAs(page, 'POST', `compute-instance/${storefront._id}/domains`, { type, name })
  const harbour = { shop, empty, storefront, guestbook, worker, pair, failed, closed }
  return { username: organization.profile.username, ...harbour, cluster }
}

const size = { cpuMilli: 100, memoryBytes: 2 ** 27, storageBytes: 2 ** 29 }

/** Deploys a program that stands for a database: it listens on its port. */
const deployPair = async (page: Page, { _id, organizationId }: Project): Promise<Instance> => {
  const web = {
    name: 'web',
    image: 'longshore/hello:1',
    ports: [{ containerPort: 8080 }, { containerPort: 9100, protocol: 'tcp', exposure: 'internal' }],
    environment: [{ name: 'GREETING', value: 'Dear guests,\nwelcome aboard' }],
    ...size,
  }
  const db = {
    name: 'db',
    image: 'longshore/hello:1',
    ports: [{ containerPort: 5432, protocol: 'tcp' }],
    environment: [
      { name: 'PORT', value: '5432' },
      { name: 'POSTGRES_USER', value: 'shop' },
      { name: 'POSTGRES_PASSWORD', value: 'made-up', isSecret: true },
    ],
    ...size,
  }
  const response = await callAs(page, 'POST', 'compute-instance/create', {
    organizationId,
    projectId: _id,
    name: 'orders',
    region: 'us-west',
    configuration: { services: [web, db] },
  })
  const { instance }: { instance: Instance } = await response.json()
  return instance
}

/** Deploys an instance into the cluster of a repository, and returns the cluster. */
const deployFromSource = async (page: Page, { _id }: Organization, { _id: projectId }: Project) => {
  await callAs(page, 'POST', 'cluster-instance/create', {
    organizationId: _id,
    projectId,
    name: 'landing-page',
    region: 'us-west',
    image: 'longshore/hello:1',
    machineImageId: 'nano',
    ports: [{ containerPort: 8080 }],
    clusterUrl: 'https://github.com/north-pier/landing-page',
    clusterProvider: 'github',
    clusterName: 'landing-page',
  })
  const response = await callAs(page, 'GET', `organization/${_id}/clusters?skip=0&limit=1`)
  const { clusters }: { clusters: Cluster[] } = await response.json()
  return { _id: clusters[0]?._id as Cluster['_id'] }
}
