import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, EngineFailure } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ComputeHarness, computeHarness } from '../server/compute-harness.ts'
import { until } from '../server/until.ts'

const TOKEN = 'tide/table+4711 of "the" harbour'
const KEY = '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nabcdefghijklmnopqrstuvwx\n-----END KEY-----'
const PASSWORD = 'registry-password-4712'

/** What a careless registry or engine might answer: the values as they are, encoded and within other text. */
const echoes = [TOKEN, PASSWORD, ...KEY.split('\n')].flatMap((value) => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value),
  ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${value}:x`).toString('base64')),
])
/** No form of a value that is long enough to be recognised. */
const fragments = echoes.map((echo) => echo.replaceAll('"', '').slice(4, 20)).filter((part) => !part.includes('KEY'))

let folder: string
let processes: Engine
let harness: ComputeHarness
let rejectsInstances = false
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longshore-masked-'))
  processes = createProcessEngine({ dataFolder: folder })
  const engine: Engine = {
    ...processes,
    capabilities: async () => ({ ...(await processes.capabilities()), commands: true }),
    start: (spec, signal) => {
      if (rejectsInstances || spec.id.startsWith('run-'))
        throw new EngineFailure('registryDenied', `Refused: ${echoes.join(' | ')}`)
      return processes.start(spec, signal)
    },
  }
  harness = await computeHarness({ engine, limits: { settleMs: 50, graceMs: 500 } })
})
afterAll(async () => {
  await harness?.close()
  await processes?.close()
  rmSync(folder, { recursive: true, force: true })
})

const deploy = async (): Promise<Instance> => {
  const { organizationId, projectId } = harness
  const environment = [
    { name: 'TOKEN', value: TOKEN, isSecret: true },
    { name: 'KEY', value: KEY, isSecret: true },
    { name: 'URL', value: `redis://:\${app.TOKEN}@cache` },
  ]
  const service = {
    name: 'app',
    image: 'longshore/clock:1',
    cpuMilli: 100,
    memoryBytes: 2 ** 27,
    storageBytes: 2 ** 29,
  }
  const { instance } = await harness.call('createInstance', {
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
    configuration: { services: [{ ...service, environment }] },
    privateRegistry: { registry: 'ghcr.io', username: 'ada', password: PASSWORD },
  })
  return instance
}

const expectMasked = (text: string) => {
  for (const part of fragments) expect(text).not.toContain(part)
  expect(text).toContain('••••••')
}

/** Everything that clients read of what happened. */
const written = async (): Promise<string> => {
  const { rows } = await harness.store.pool.query(
    `select coalesce((select string_agg(event::text, '') from organization_event), '')
       || coalesce((select string_agg(data::text, '') from instance_event), '')
       || coalesce((select string_agg(concat(target, before::text, after::text), '') from audit_entry), '')
       || coalesce((select string_agg(concat(error::text, progress_message), '') from instance), '')
       || coalesce((select string_agg(concat(error::text, progress_message), '') from replica), '')
       || coalesce((select string_agg(error::text, '') from deployment), '')
       || coalesce((select string_agg(error::text, '') from run), '') as text`,
  )
  return rows[0].text
}

test('an error of a run that repeats secrets in any form shows none of them', async () => {
  const instance = await harness.inState((await deploy())._id, 'Active')
  const { run } = await harness.call('startRun', { id: instance._id, command: ['date'] })
  const ended = await until(async () => {
    const { run: now } = await harness.call('readRun', { id: instance._id, runId: run._id })
    return now.endedAt === null ? undefined : now
  }, 20_000)
  expectMasked(ended.error?.message ?? '')
  expectMasked(await written())
})

test('an error of a start that repeats secrets in any form shows none of them, nor does the deployment log', async () => {
  rejectsInstances = true
  const instance = await harness.inState((await deploy())._id, 'Failed-start')
  expectMasked(JSON.stringify(instance))
  expectMasked((await harness.lines(instance, 'logs')).join('\n'))
  expectMasked(await written())
})
