import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject, settled } from '../../bench/support/control-plane.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type Plane, startPlane } from './support/plane.ts'
import { statesOf, watchTopic } from './support/watcher.ts'

const COMES_BACK_MS = 30_000

let plane: Plane

beforeAll(async () => {
  plane = await startPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})

afterAll(() => plane?.end())

/** The first line of its file is the process. */
const postmaster = () =>
  Number(readFileSync(join(plane.dataFolder, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0])

test('the built-in database comes back by itself after a kill -9, with everything that was committed', async () => {
  const token = await plane.signIn('ada')
  const api = apiOf(plane.url, token)
  const made = await makeProject(plane.url, token)
  const events = await watchTopic(plane.url, token, `organization/${made.organizationId}`)
  const before = await deploy(plane.url, token, made)
  await settled(plane.url, token, before._id, 'Active')
  const killed = postmaster()
  const pid = plane.pid

  // In the middle of a deploy, which goes on afterwards.
  const during = await deploy(plane.url, token, made)
  process.kill(killed, 'SIGKILL')

  const answers = new Set<number>()
  await until(async () => {
    const { status } = await api.ask('GET', `compute-instance/${before._id}`)
    answers.add(status)
    return status === 200 && postmaster() !== killed
  }, COMES_BACK_MS)
  expect([...answers].toSorted()).toEqual([200, 503])

  await until(async () => (await api.instance(during._id)).state === 'Active', COMES_BACK_MS)
  expect(await api.instance(before._id)).toMatchObject({ state: 'Active', status: 'Deployed' })
  await until(async () => statesOf(events, during._id).join() === 'Starting,Active', COMES_BACK_MS)
  expect(events.faults).toEqual([])
  expect(events.connections()).toBe(1)
  expect(plane.pid).toBe(pid)
  events.close()
})
