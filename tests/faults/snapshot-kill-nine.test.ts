import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { ResponseOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { dockerAt, startContainerEngine, type TestContainerEngine } from '../container-engine.ts'
import { withStoreOf } from '../e2e/fixtures/store-of.ts'
import { busyboxImage, importBusybox } from '../engines/bootstrap/busybox-image.ts'
import { isLongRun } from '../long-runs.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { crash } from './support/crashes/crash.ts'
import { press } from './support/crashes/press.ts'
import { skipFor } from './support/skip-for.ts'
import { stopWithWorkloads } from './support/stop-with-workloads.ts'

const ROUNDS = isLongRun ? 20 : 2
const MAX_DELAY_BEFORE_KILL_MS = 1500
const SETTLES_MS = 90_000
const MIB = 1024 ** 2

let engine: TestContainerEngine
let controlPlane: ControlPlane | undefined
beforeAll(async () => {
  engine = await startContainerEngine()
})
afterEach(async () => {
  if (controlPlane) {
    await stopWithWorkloads(controlPlane, engine)
    for (const name of await volumeNames())
      if (!('skipped' in engine)) await dockerAt(engine.host).getVolume(name).remove()
  }
  controlPlane = undefined
})
afterAll(async () => {
  if (engine && 'stop' in engine) await engine.stop()
})

let installation = ''
const volumeNames = async (): Promise<string[]> => {
  if ('skipped' in engine) return []
  const { Volumes } = await dockerAt(engine.host).listVolumes()
  return Volumes.map(({ Name }) => Name).filter((name) => name.includes(`longshore-${installation}_volume_`))
}

/** Writes data once, and then changes it with every start. It prints the checksum of what was written first. */
const script =
  'cd /data; test -e big || { head -c 60000000 /dev/urandom > big; sha256sum big > sum; }; ' +
  'echo data $(sha256sum -c sum) starts $(cat starts 2>/dev/null); echo x >> starts; sleep 1000'

const configuration = {
  services: [
    {
      name: 'app',
      image: busyboxImage,
      command: ['sh', '-c', script],
      cpuMilli: 500,
      memoryBytes: 64 * MIB,
      storageBytes: 512 * MIB,
      stopGraceMs: 0,
      volumes: [{ name: 'data', class: 'beta2', sizeBytes: 128 * MIB, mountPath: '/data' }],
    },
  ],
}

test('kill -9 during snapshots and restores leaves whole snapshots, the data of one moment, and nothing else', async (context) => {
  if ('skipped' in engine) return skipFor(context, engine.skipped)
  const { host } = engine
  await importBusybox(dockerAt(host))
  const settings = {
    LONGSHORE_ENGINE: 'docker',
    DOCKER_HOST: host,
    LONGSHORE_LOCAL_IMAGES: busyboxImage,
    LONGSHORE_RESERVE_DISK_MB: '1',
  }
  const current = await startControlPlane({ settings })
  controlPlane = current
  await withStoreOf(current, async ({ pool }) => {
    installation = (await pool.query<{ id: string }>('select id from installation')).rows[0]?.id ?? ''
  })
  const token = await current.signIn('ada')
  const api = apiOf(current.url, token)
  const { organizationId, projectId } = await makeProject(current.url, token)
  const { instance } = await press<{ instance: Instance }>(api, 'POST', 'compute-instance/create', {
    organizationId,
    projectId,
    name: 'hold',
    region: 'us-west',
    configuration,
  })
  const { _id: id } = instance
  await until(async () => (await api.instance(id)).state === 'Active', SETTLES_MS)
  const newestLine = async (): Promise<string> => {
    const { activeDeployment } = await api.instance(id)
    const path = `compute-instance/deployment/${activeDeployment}/logs?from=0&to=100&logType=instanceLogs`
    const { body } = await api.request<{ logs: { log: string }[] }>('GET', path)
    return body.logs.map(({ log }) => log).findLast((log) => log.startsWith('data')) ?? ''
  }
  await until(async () => (await newestLine()).includes('big: OK'), SETTLES_MS)
  const volume = await until(async () => {
    const { body } = await api.request<ResponseOf<'readInstanceVolumes'>>('GET', `compute-instance/${id}/volumes`)
    return body.volumes[0]
  })
  const read = async () =>
    (await api.request<ResponseOf<'readSnapshots'>>('GET', `compute-project/${projectId}/snapshots`)).body

  for (let round = 1; round <= ROUNDS; round += 1) {
    await press(api, 'POST', `volume/${volume._id}/snapshots`, { name: `Round ${round}`, pause: round % 2 === 0 })
    await crash(current, MAX_DELAY_BEFORE_KILL_MS)
    const settled = await until(async () => {
      const { snapshots } = await read()
      return snapshots.every(({ state }) => state === 'Available') && snapshots
    }, SETTLES_MS)
    expect(settled).toHaveLength(round)
  }
  const { snapshots } = await read()
  expect(new Set(snapshots.map(({ entries }) => entries)).size).toBe(1)
  expect(readdirSync(join(current.dataFolder, 'snapshots', organizationId)).toSorted()).toEqual(
    snapshots.map(({ _id }) => `${_id}.tar.zst`).toSorted(),
  )

  for (let round = 1; round <= ROUNDS; round += 1) {
    const { restore } = await press<ResponseOf<'restoreSnapshot'>>(
      api,
      'POST',
      `compute-project/${projectId}/snapshots/${snapshots[0]?._id}/restore`,
      { volumeId: volume._id },
    )
    await crash(current, MAX_DELAY_BEFORE_KILL_MS)
    const ended = await until(async () => {
      const found = (await read()).restores.find(({ _id }) => _id === restore._id)
      return found?.finishedAt ? found : undefined
    }, SETTLES_MS)
    expect(ended).toMatchObject({ state: 'Succeeded' })
    await until(async () => {
      const { state, deployments } = await api.instance(id)
      return state === 'Active' && deployments[0]?.number === round + 1 && deployments[0].status === 'Deployed'
    }, SETTLES_MS)
    // Started once before the snapshot; every restore starts from there.
    await until(async () => (await newestLine()).endsWith('big: OK starts x'), SETTLES_MS)
    await until(async () => (await volumeNames()).length === 1, SETTLES_MS)
  }
  const imagesLeft = async () => {
    const filters = { label: [`longshore.installation=${installation}`] }
    const left = await dockerAt(host).listContainers({ all: true, filters })
    return left
      .map(({ Image, Names, State }) => `${Image} ${Names.join()} ${State}`)
      .filter((line) => !line.includes('isolation'))
  }
  await expect.poll(imagesLeft, { timeout: 30_000 }).toEqual([expect.stringMatching(/ running$/)])
}, 600_000)
