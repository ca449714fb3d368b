import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject, settled } from '../../bench/support/control-plane.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { statesOf, watchTopic } from './support/watcher.ts'

const RECOVERY_MS = 30_000

let controlPlane: ControlPlane

beforeAll(async () => {
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})

afterAll(() => controlPlane?.end())

/** The first line of `postmaster.pid` is the process id. */
const postmaster = () =>
  Number(readFileSync(join(controlPlane.dataFolder, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0])

test('the built-in database restarts after a kill -9, with every committed row', async () => {
  const token = await controlPlane.signIn('ada')
  const api = apiOf(controlPlane.url, token)
  const made = await makeProject(controlPlane.url, token)
  const events = await watchTopic(controlPlane.url, token, `organization/${made.organizationId}`)
  const before = await deploy(controlPlane.url, token, made)
  await settled(controlPlane.url, token, before._id, 'Active')
  const killed = postmaster()
  const pid = controlPlane.pid

  // In the middle of a deploy, which must continue afterwards.
  const during = await deploy(controlPlane.url, token, made)
  process.kill(killed, 'SIGKILL')

  const statuses = new Set<number>()
  await until(async () => {
    const { status } = await api.request('GET', `compute-instance/${before._id}`)
    statuses.add(status)
    return status === 200 && postmaster() !== killed
  }, RECOVERY_MS)
  expect([...statuses].toSorted()).toEqual([200, 503])

  await until(async () => (await api.instance(during._id)).state === 'Active', RECOVERY_MS)
  expect(await api.instance(before._id)).toMatchObject({ state: 'Active', status: 'Deployed' })
  await until(async () => statesOf(events, during._id).join() === 'Starting,Active', RECOVERY_MS)
  expect(events.errors).toEqual([])
  expect(events.connections()).toBe(1)
  expect(controlPlane.pid).toBe(pid)
  events.close()
})
