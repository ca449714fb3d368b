import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deploy, makeProject, settled } from '../../bench/support/control-plane.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { skipFor } from './support/skip-for.ts'
import { statesOf, watchTopic } from './support/watcher.ts'

const reason =
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'only root on Linux can mount the small disk that this test needs: run the tests as root'
/** Room for two instances of the smallest plan; disk space is overcommitted. */
const DISK = '600m'
const DOWN_MS = 5000
const BACK_MS = 60_000

let folder: string
let controlPlane: ControlPlane

const ballast = () => join(folder, 'ballast')

beforeEach(async () => {
  if (reason !== undefined) return
  folder = mkdtempSync(join(tmpdir(), 'longshore-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'tmpfs', folder])
  // The default reserve would leave no capacity for a deploy on such a small disk.
  const settings = { LONGSHORE_ENGINE: 'process', LONGSHORE_RESERVE_DISK_MB: '0' }
  controlPlane = await startControlPlane({ settings, dataFolder: folder })
})

afterEach(async () => {
  if (reason !== undefined) return
  rmSync(ballast(), { force: true })
  await controlPlane?.end()
  execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

/** Writes until the disk has no free byte left. */
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

test('on a full disk changes fail with 503, no confirmed row is lost, and everything recovers once there is space', async (context) => {
  skipFor(context, reason)
  const token = await controlPlane.signIn('ada')
  const api = apiOf(controlPlane.url, token)
  const made = await makeProject(controlPlane.url, token)
  const { organizationId } = made
  const clock = await deploy(controlPlane.url, token, made, 'longshore/clock:1', [], { PERIOD_MS: '100' })
  await settled(controlPlane.url, token, clock._id, 'Active')
  const events = await watchTopic(controlPlane.url, token, `organization/${organizationId}`)
  const pid = controlPlane.pid
  const confirmed: string[] = []

  const addProject = async () => {
    const response = await api.request<{ _id: string }>('POST', 'compute-project/create', {
      organizationId,
      name: `Project ${confirmed.length}`,
      description: 'y'.repeat(390),
    })
    if (response.status === 200) confirmed.push(response.body._id)
    return response
  }

  await addProject()
  fillDisk()
  const rejected = await until(async () => {
    const response = await addProject()
    fillDisk()
    return response.status !== 200 && response
  })
  expect(rejected).toMatchObject({
    status: 503,
    body: {
      error: 'unavailable',
      message: expect.stringMatching(/disk .*is full.* Free some space, then try again\.$/),
    },
  })
  // Reads need no disk space.
  expect(await api.instance(clock._id)).toMatchObject({ state: 'Active' })

  // PostgreSQL cannot even start on a full disk; the control plane stays up and keeps retrying.
  process.kill(postmaster(), 'SIGKILL')
  await until(async () => (await fetch(`${controlPlane.url}/api/ready`)).status === 503)
  await delay(DOWN_MS)
  expect((await fetch(`${controlPlane.url}/api/health`)).status).toBe(200)
  expect(await addProject()).toMatchObject({ status: 503, body: { message: expect.stringMatching(/Try again/) } })
  expect(controlPlane.output().match(/PostgreSQL exited/g)?.length).toBeLessThanOrEqual(DOWN_MS / 1000 + 2)

  rmSync(ballast())

  await until(async () => (await addProject()).status === 200, BACK_MS)
  const { body } = await api.request<{ projects: { _id: string }[] }>(
    'GET',
    `organization/${organizationId}/compute-projects?skip=0&limit=50`,
  )
  const kept = new Set(body.projects?.map(({ _id }) => _id))
  expect(confirmed.filter((id) => !kept.has(id))).toEqual([])
  const lines = await watchTopic(controlPlane.url, token, `deployment/${clock.activeDeployment}/instanceLogs`)
  await until(async () => lines.packets.length > 20, BACK_MS)
  const another = await deploy(controlPlane.url, token, made)
  await settled(controlPlane.url, token, another._id, 'Active')
  await until(async () => statesOf(events, another._id).at(-1) === 'Active')
  expect([...events.errors, ...lines.errors]).toEqual([])
  expect(await api.instance(clock._id)).toMatchObject({ state: 'Active', error: null })
  expect(controlPlane.pid).toBe(pid)
  expect(controlPlane.output()).not.toMatch(/uncaught exception/)
  events.close()
  lines.close()
})
