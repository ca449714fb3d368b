import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type Api, apiOf } from '../faults/support/api.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { until } from './until.ts'

let database: TestDatabase
let controlPlane: ControlPlane
let owner: Api
let made: Awaited<ReturnType<typeof makeProject>>
let instance: Instance

const hidden = {
  plain: 'plain-value-of-these-tests',
  secret: 'secret-value-of-these-tests',
  variable: 'GREETING_OF_THESE_TESTS',
  email: 'ada@sandbox.test',
}
const size = { cpuMilli: 100, memoryBytes: 2 ** 27, storageBytes: 2 ** 29 }

beforeAll(async () => {
  database = await testDatabase()
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url } })
  const token = await controlPlane.signIn('ada')
  owner = apiOf(controlPlane.url, token)
  made = await makeProject(controlPlane.url, token, 'Harbour')
  const service = {
    ...size,
    name: 'web',
    image: 'longshore/hello:1',
    ports: [{ containerPort: 8080 }],
    environment: [
      { name: hidden.variable, value: hidden.plain },
      { name: 'TOKEN', value: hidden.secret, isSecret: true },
    ],
  }
  const created = await owner.request<{ instance: Instance }>('POST', 'cluster-instance/create', {
    organizationId: made.organizationId,
    projectId: made.projectId,
    name: 'Ferry',
    region: 'us-west',
    clusterUrl: 'https://example.org/fleet',
    clusterName: 'fleet',
    clusterProvider: 'git',
    configuration: { services: [service] },
  })
  instance = created.body.instance
  await until(async () => (await owner.instance(instance._id)).state === 'Active', 30_000)
  instance = await owner.instance(instance._id)
})
afterAll(async () => {
  await controlPlane?.end()
  await database?.close()
})

const signedOut = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${controlPlane.url}/api/${path}`, init)
  return { status: response.status, text: await response.text() }
}

const catalogue = [
  'cluster-available-hardware/regions?longshoreComputeType=0',
  'cluster-available-hardware?region=us-west',
  'cluster-available-hardware/providers',
  'compute-machine-image?region=us-west',
  'compute-machine-image/id/nano',
  'pricing-targets',
  'cluster-templates',
  'cluster-templates/postgres',
  'cluster-templates/categories',
]
const ofOrganization = () => [
  `organization/${made.organizationId}/clusters?skip=0&limit=6&topupReport=y&instanceCountReport=y`,
  `organization/${made.organizationId}/compute-projects?topupReport=y&instanceCountReport=y`,
  `organization/${made.organizationId}/compute-project/count`,
  `organization/${made.organizationId}/compute/wallet/usage`,
  `cluster/${instance.cluster}`,
  `cluster/${instance.cluster}/instances?state=Active`,
  `cluster/${instance.cluster}/instances/count`,
  `compute-project/${made.projectId}`,
  `compute-project/${made.projectId}/instances?topupReport=y`,
  `compute-project/${made.projectId}/instances/count`,
  `project/${made.projectId}/deployments?skip=0&limit=10`,
  `compute-instance/${instance._id}`,
  `compute-instance/${instance._id}?topupReport=n`,
  `compute-instance/${instance._id}/deployments`,
  `compute-instance/${instance._id}/replicas`,
  `compute-instance/deployment/${instance.activeDeployment}`,
]
const membersOnly = () => [
  `organization/${made.organizationId}/compute/usage`,
  `organization/${made.organizationId}/quotas`,
  `compute-project/${made.projectId}/funds-usage`,
  `compute-project/${made.projectId}/volumes`,
  `compute-project/${made.projectId}/addresses`,
  `compute-project/${made.projectId}/variable-groups`,
  `cluster/${instance.cluster}/funds-usage`,
  `compute-instance/${instance._id}/runs`,
  `compute-instance/${instance._id}/jobs`,
  `compute-instance/${instance._id}/deploy-hook`,
  `compute-instance/${instance._id}/events`,
  `compute-instance/deployment/${instance.activeDeployment}/logs?from=0&to=20&logType=logs`,
]

test('the catalogue is read without a login [P6.3]', async () => {
  for (const path of catalogue) expect(await signedOut(path), path).toMatchObject({ status: 200 })
  const search = await signedOut('compute-machine-image?skip=0&limit=50', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ region: 'us-west' }),
  })
  expect(search.status).toBe(200)
})

test('a public organisation’s clusters, projects, instances and deployments are read without a login, and nothing secret is in them [P6.3]', async () => {
  for (const path of ofOrganization())
    expect((await signedOut(path)).status, `${path} of a private organisation`).toBe(404)
  await owner.request('PATCH', `organization/${made.organizationId}/public-access`, { publiclyAccessible: true })
  // Access that was denied is remembered for a moment.
  await until(async () => (await signedOut(ofOrganization()[0] ?? '')).status === 200)
  const { dailyPrice, ...secrets } = {
    ...hidden,
    dailyPrice: String(instance.extendedInstances[0]?.defaultDailyTopup),
  }
  for (const path of ofOrganization()) {
    const { status, text } = await signedOut(path)
    expect(status, path).toBe(200)
    for (const value of Object.values(secrets)) expect(text, path).not.toContain(value)
    expect(text, path).not.toContain(dailyPrice)
    expect(text, path).not.toMatch(/"providerHost":"[^"]/)
  }
  expect(JSON.parse((await signedOut(`compute-instance/${instance._id}`)).text).instance).toMatchObject({
    name: 'Ferry',
    state: 'Active',
    status: 'Deployed',
    latestUrlPreview: instance.latestUrlPreview,
  })
  for (const path of membersOnly()) expect((await signedOut(path)).status, path).toBe(401)
})

test('no response to a visitor holds the path of a health check, which may hold a key', async () => {
  const path = '/healthz?key=key-of-these-tests'
  const check = { kind: 'http', path, port: 9999 }
  // The program never listens, so that its check goes on failing.
  const service = { ...size, name: 'web', image: 'longshore/clock:1', ports: [{ containerPort: 9999 }] }
  const configuration = { services: [{ ...service, healthCheck: check }] }
  const updated = await owner.request('PATCH', `compute-instance/${instance._id}/update`, { configuration })
  expect(updated.status).toBe(200)
  const replicasOf = `compute-instance/${instance._id}/replicas`
  const readAsOwner = async (of: string) => JSON.stringify((await owner.request('GET', of)).body)
  await until(async () => (await readAsOwner(replicasOf)).includes(path), 30_000)

  // As the failures of a check are stored.
  const error = { code: 'unhealthy', message: `${path} answered with status 503.`, at: new Date().toISOString() }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const table of ['instance', 'deployment', 'replica'])
    await client.query(`update ${table} set error = $1`, [error])
  await client.end()
  const changed = await owner.instance(instance._id)
  const paths = [...ofOrganization(), `compute-instance/deployment/${changed.desiredDeployment}`]
  const shown = []
  for (const of of paths) {
    const { status, text } = await signedOut(of)
    expect(status, of).toBe(200)
    expect(text, of).not.toContain('healthz')
    if ((await readAsOwner(of)).includes('healthz')) shown.push(of)
  }
  expect(shown).toEqual(expect.arrayContaining([replicasOf, `compute-instance/${instance._id}`]))
  expect(shown.length).toBeGreaterThan(5)
})
