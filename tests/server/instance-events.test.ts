import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

let harness: ComputeHarness
let id: InstanceId
const secret = 'a-value-in-the-last-line'
beforeAll(async () => {
  harness = await computeHarness({ limits: { settleMs: 50, portMs: 6000, graceMs: 500, firstRestartMs: 20 } })
  const made = await harness.deploy({ name: 'Ferry' })
  id = made._id
  await harness.inState(id, 'Active')
  await harness.call('renameInstance', { id, name: 'Night ferry' })
})
afterAll(() => harness?.close())

const read = (more: object = {}) => harness.call('readInstanceEvents', { id, skip: 0, limit: 20, ...more })
const kindsOf = async (more: object) => (await read(more)).events.map(({ kind }) => kind)

test('events are filtered by subject and by service', async () => {
  expect(await kindsOf({ subject: 'instance' })).toEqual(['instanceRenamed', 'instanceCreated'])
  expect(await kindsOf({ subject: 'replicas' })).toEqual(['replicaReady', 'replicaStarted'])
  expect(await kindsOf({ subject: 'jobs' })).toEqual([])
  expect(await kindsOf({ service: 'app' })).toEqual(['replicaReady', 'replicaStarted'])
  expect((await read({ service: 'other' })).totalCount).toBe(0)
})

test('a link to an event opens the page with it, whatever page was open', async () => {
  const all = (await read()).events
  for (const [index, { _id }] of all.entries()) {
    const page = await read({ limit: 2, skip: 100, event: _id })
    expect(page).toMatchObject({ totalCount: all.length, skip: index - (index % 2) })
    expect(page.events.map((event) => event._id)).toContain(_id)
  }
})

test('an event of another instance, or one that the filter hides, is not found', async () => {
  const [event] = (await read({ subject: 'instance' })).events
  await expect(read({ subject: 'replicas', event: event?._id })).rejects.toMatchObject({ code: 'notFound' })
  const other = await harness.deploy({ name: 'Pilot' })
  await expect(
    harness.call('readInstanceEvents', { id: other._id, skip: 0, limit: 20, event: event?._id }),
  ).rejects.toMatchObject({ code: 'notFound' })
})

test('the last lines of a failed program are kept with its event, without secrets', async () => {
  const { instance } = await harness.call('createInstance', {
    organizationId: harness.organizationId,
    projectId: harness.projectId,
    name: 'Wreck',
    region: 'us-west',
    configuration: {
      services: [
        {
          name: 'web',
          image: 'longshore/trouble:1',
          environment: [{ name: 'MODE', value: secret, isSecret: true }],
          cpuMilli: 100,
          memoryBytes: 128 * 1024 ** 2,
          storageBytes: 512 * 1024 ** 2,
        },
      ],
    },
  })
  const id = instance._id
  await harness.inState(id, 'Failed-start')
  const { events } = await harness.call('readInstanceEvents', { id, subject: 'replicas', skip: 0, limit: 20 })
  const failed = events.find(({ kind }) => kind === 'replicaFailed')
  // On a busy machine it counts as active before it exits, and is restarted.
  const lines = new Set(failed?.data.lastLines as string[])
  expect([...lines]).toEqual([expect.stringMatching(/^Unknown MODE •+\. Use one of exit, memory/)])
  expect(JSON.stringify(events)).not.toContain(secret)
})
