import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deploy, makeProject, settled } from '../../bench/support/control-plane.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type Plane, startPlane } from './support/plane.ts'
import { skipFor } from './support/skip-for.ts'
import { statesOf, watchTopic } from './support/watcher.ts'

const reason =
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'only root on Linux can make the small disk that this needs: run the tests as root'
/** Room for two instances of the smallest plan; the disk is promised several times over. */
const DISK = '600m'
const DOWN_MS = 5000
const BACK_MS = 60_000

let folder: string
let plane: Plane

const ballast = () => join(folder, 'ballast')

beforeEach(async () => {
  if (reason !== undefined) return
  folder = mkdtempSync(join(tmpdir(), 'longshore-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder])
  // The small disk is full by intent: without a reserve there is something to deploy on it.
  const settings = { LONGSHORE_ENGINE: 'process', LONGSHORE_RESERVE_DISK_MB: '0' }
  plane = await startPlane({ settings, dataFolder: folder })
})

afterEach(async () => {
  if (reason !== undefined) return
  rmSync(ballast(), { force: true })
  await plane?.end()
  execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

/** Writes until not one more byte fits. */
const fillDisk = () => {
  const file = openSync(ballast(), 'a')
  try {
    for (const size of [65_536, 512, 1]) writeUntilFull(file, Buffer.alloc(size, 1))
  } finally {
    closeSync(file)
  }
}

const writeUntilFull = (file: number, block: Buffer) => {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

const postmaster = () => Number(readFileSync(join(folder, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0])

test('on a full disk changes are refused in words, nothing confirmed is lost, and it goes on when there is space', async (context) => {
  skipFor(context, reason)
  const token = await plane.signIn('ada')
  const api = apiOf(plane.url, token)
  const made = await makeProject(plane.url, token)
  const { organizationId } = made
  const clock = await deploy(plane.url, token, made, 'longshore/clock:1', [], { PERIOD_MS: '100' })
  await settled(plane.url, token, clock._id, 'Active')
  const events = await watchTopic(plane.url, token, `organization/${organizationId}`)
  const pid = plane.pid
  const confirmed: string[] = []

  const addProject = async () => {
    const answer = await api.ask<{ _id: string }>('POST', 'compute-project/create', {
      organizationId,
      name: `Project ${confirmed.length}`,
      description: 'y'.repeat(390),
    })
    if (answer.status === 200) confirmed.push(answer.body._id)
    return answer
  }

  await addProject()
  fillDisk()
  const refused = await until(async () => {
    const answer = await addProject()
    fillDisk()
    return answer.status !== 200 && answer
  })
  expect(refused).toMatchObject({
    status: 503,
    body: {
      error: 'unavailable',
      message: expect.stringMatching(/disk .*is full.* Free some space, then try again\.$/),
    },
  })
  // Reading needs no space.
  expect(await api.instance(clock._id)).toMatchObject({ state: 'Active' })

  // PostgreSQL cannot even start on a full disk; it is tried again, by a control plane that stays up.
  process.kill(postmaster(), 'SIGKILL')
  await until(async () => (await fetch(`${plane.url}/api/ready`)).status === 503)
  await delay(DOWN_MS)
  expect((await fetch(`${plane.url}/api/health`)).status).toBe(200)
  expect(await addProject()).toMatchObject({ status: 503, body: { message: expect.stringMatching(/try again/) } })
  expect(plane.said().match(/PostgreSQL ended/g)?.length).toBeLessThanOrEqual(DOWN_MS / 1000 + 2)

  rmSync(ballast())

  await until(async () => (await addProject()).status === 200, BACK_MS)
  const { body } = await api.ask<{ projects: { _id: string }[] }>(
    'GET',
    `organization/${organizationId}/compute-projects?skip=0&limit=50`,
  )
  const kept = new Set(body.projects?.map(({ _id }) => _id))
  expect(confirmed.filter((id) => !kept.has(id))).toEqual([])
  const lines = await watchTopic(plane.url, token, `deployment/${clock.activeDeployment}/instanceLogs`)
  await until(async () => lines.packets.length > 20, BACK_MS)
  const another = await deploy(plane.url, token, made)
  await settled(plane.url, token, another._id, 'Active')
  await until(async () => statesOf(events, another._id).at(-1) === 'Active')
  expect([...events.faults, ...lines.faults]).toEqual([])
  expect(await api.instance(clock._id)).toMatchObject({ state: 'Active', fault: null })
  expect(plane.pid).toBe(pid)
  expect(plane.said()).not.toMatch(/unexpected error/)
  events.close()
  lines.close()
})
