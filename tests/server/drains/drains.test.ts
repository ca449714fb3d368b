import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { collectBatch } from '../../../server/compute/drains/delivery/collect-batch.ts'
import type { LogOrigin } from '../../../server/compute/drains/targets/record.ts'
import { dropChunks } from '../../../server/compute/logs/chunks/drop-chunks.ts'
import { logExtent } from '../../../server/compute/logs/chunks/read-batches.ts'
import { type ComputeHarness, computeHarness } from '../compute-harness.ts'
import { until } from '../until.ts'
import {
  createDrain,
  drainOnce,
  quietLog,
  type Receiver,
  readDrain,
  recordsOf,
  startReceiver,
  store,
  texts,
} from './drains-harness.ts'

let harness: ComputeHarness
let receiver: Receiver
beforeAll(async () => {
  harness = await computeHarness()
})
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  const { drains } = await harness.call('readDrains', { id: harness.organizationId })
  for (const { _id } of drains) await harness.call('deleteDrain', { id: _id })
  await receiver.close()
})
afterAll(() => harness.close())

const http = (more: object = {}) => ({ type: 'http' as const, url: receiver.url, ...more })
/** Lines of one service only, so that the platform's own do not interfere. */
const only = { services: ['extra'], logTypes: ['instanceLogs' as const] }
const received = (count: number) =>
  until(async () => {
    const messages = receiver.messages()
    return messages.length >= count ? messages : undefined
  }, 20_000)

test('a drain sends each line from its creation on in order, with where it is from', async () => {
  const { instance, log } = await quietLog(harness)
  await store(harness, log, texts('before', 3))
  const drain = await createDrain(harness, http(), only)
  await store(harness, log, texts('first', 3))
  await store(harness, log, texts('second', 500))
  expect(await received(503)).toEqual([...texts('first', 3), ...texts('second', 500)])
  const [record] = recordsOf(receiver.received[0]?.text ?? '')
  expect(record).toMatchObject({
    message: 'first 1',
    stream: 'stdout',
    sequence: 4,
    instanceId: instance._id,
    instance: instance.name,
    project: 'First project',
    organizationId: harness.organizationId,
    service: 'extra',
    replica: 1,
    logType: 'instanceLogs',
    id: `${log.deploymentId}/instanceLogs/extra/4`,
  })
  expect(await drainOnce(harness, drain, ({ sentLines }) => sentLines === 503)).toMatchObject({
    state: 'active',
    lostLines: 0,
    rejectedLines: 0,
  })
  expect((await readDrain(harness, drain)).waiting).toMatchObject({ lines: 0, bytes: 0, oldestAt: null })
})

test('earlier lines are sent on request, and lines that the filter leaves out are not', async () => {
  const { instance, log } = await quietLog(harness)
  await store(harness, log, texts('before', 2))
  const scope = { projectId: harness.projectId, instanceId: instance._id }
  await createDrain(harness, http(), { ...only, ...scope, streams: ['stderr', 'stdout'], backfillHours: 1 })
  await store(harness, { ...log, service: 'other' }, texts('unwanted', 2))
  await store(harness, (await quietLog(harness)).log, texts('elsewhere', 2))
  await store(harness, log, ['a report of the platform'], 'system')
  await store(harness, log, ['a failure'], 'stderr')
  expect(await received(3)).toEqual([...texts('before', 2), 'a failure'])
})

test('a target that fails gets every line later, and its failure is shown in words meanwhile', async () => {
  const { log } = await quietLog(harness)
  receiver.respond = (_, response) => void response.writeHead(503, { 'retry-after': '1' }).end('starting\u0007\nsoon')
  const drain = await createDrain(harness, http(), only)
  await store(harness, log, texts('line', 20))
  const failing = await drainOnce(harness, drain, ({ state }) => state === 'failing')
  expect(failing.lastError).toBe('The target answered with status 503: starting soon')
  const { waiting } = await readDrain(harness, drain)
  expect(waiting).toMatchObject({ lines: 20, oldestAt: expect.any(String) })
  expect(waiting.bytes).toBeGreaterThan(100)
  receiver.respond = (_, response) => void response.writeHead(204).end()
  expect(await received(20)).toEqual(texts('line', 20))
  expect((await drainOnce(harness, drain, ({ state }) => state === 'active')).lastSuccessAt).not.toBeNull()
  const states = (await harness.events()).flatMap((event) =>
    event.kind === 'drainChanged' && event.id === drain._id ? [event.changes.state] : [],
  )
  expect(states).toEqual(['failing', 'active'])
})

test('a batch that is too large is split until it fits, and a single line that never fits is counted', async () => {
  const { log } = await quietLog(harness)
  receiver.respond = ({ text }, response) =>
    void response.writeHead(recordsOf(text).length > 7 || text.includes('enormous') ? 413 : 200).end()
  const drain = await createDrain(harness, http(), only)
  await store(harness, log, [...texts('line', 40), 'enormous', ...texts('after', 3)])
  expect(await received(43)).toEqual([...texts('line', 40), ...texts('after', 3)])
  expect((await drainOnce(harness, drain, ({ rejectedLines }) => rejectedLines > 0)).rejectedLines).toBe(1)
})

test('lines that the target refuses for good are counted and do not hold up the others', async () => {
  const { log } = await quietLog(harness)
  receiver.respond = ({ text }, response) =>
    void response.writeHead(text.includes('bad') ? 400 : 200).end('no such field')
  const drain = await createDrain(harness, http(), only)
  await store(harness, log, texts('bad', 2))
  const after = await drainOnce(harness, drain, ({ rejectedLines }) => rejectedLines === 2)
  expect(after.lastError).toContain('status 400: no such field')
  await store(harness, log, texts('good', 2))
  expect(await received(2)).toEqual(texts('good', 2))
})

test('a paused drain keeps its lines for later, and counts those that the log has lost meanwhile', async () => {
  const { log } = await quietLog(harness)
  const drain = await createDrain(harness, http(), only)
  await store(harness, log, ['one'])
  await received(1)
  await drainOnce(harness, drain, ({ sentLines }) => sentLines === 1)
  const paused = await harness.call('setDrainState', { id: drain._id, enabled: false })
  expect(paused.drain.state).toBe('paused')
  await store(harness, log, texts('lost', 5))
  await store(harness, log, texts('kept', 2))
  expect((await readDrain(harness, drain)).waiting.lines).toBe(7)
  const { oldest } = await logExtent(harness.store.db, log)
  expect(oldest).toBe(1)
  await dropChunks(
    harness.store.db,
    sql`select ${log.deploymentId}::uuid as deployment_id, 'instanceLogs' as log_type, 'extra' as service, 2::bigint as upto`,
  )
  await harness.call('setDrainState', { id: drain._id, enabled: true })
  expect(await received(3)).toEqual(['one', ...texts('kept', 2)])
  expect((await drainOnce(harness, drain, ({ sentLines }) => sentLines === 3)).lostLines).toBe(5)
})

test('a target that never answers holds up no other drain', async () => {
  const { log } = await quietLog(harness)
  const slow = await startReceiver()
  slow.respond = () => {}
  await createDrain(harness, { type: 'http', url: slow.url }, { ...only, name: 'Slow' })
  await createDrain(harness, http(), { ...only, name: 'Quick' })
  await store(harness, log, texts('first', 3))
  await until(async () => slow.received[0], 20_000)
  await store(harness, log, texts('second', 3))
  expect(await received(6)).toEqual([...texts('first', 3), ...texts('second', 3)])
  await slow.close()
})

test('one node at a time delivers, and another continues from the confirmed position', async () => {
  const { log } = await quietLog(harness)
  const drain = await createDrain(harness, http(), only)
  const second = harness.another({ isAlone: false })
  await second.start()
  await store(harness, log, texts('first', 50))
  expect(await received(50)).toEqual(texts('first', 50))
  await drainOnce(harness, drain, ({ sentLines }) => sentLines === 50)
  // The first node is gone without a word.
  await harness.store.pool.query(`update drain set lease_owner = 'another', lease_until = now()`)
  await store(harness, log, texts('second', 50))
  await received(100)
  expect(new Set(receiver.messages())).toEqual(new Set([...texts('first', 50), ...texts('second', 50)]))
  await second.stop()
})

test('lines that are stored between two reads of a batch are sent, and not counted as lost', async () => {
  const { log } = await quietLog(harness)
  await store(harness, log, texts('line', 3))
  const { db } = harness.store
  let reads = 0
  const racing = new Proxy(db, {
    get: (target, name) =>
      name === 'execute'
        ? async (query: Parameters<typeof db.execute>[0]) => {
            const result = await target.execute(query)
            reads += 1
            if (reads === 1) await store(harness, log, texts('line', 2, 4))
            return result
          }
        : Reflect.get(target, name),
  })
  const origin = {} as LogOrigin
  const drained = { address: log, origin, sequence: 3 }
  const limits = { lines: 100, bytes: 100_000, ageMs: 0 }
  const batch = await collectBatch(racing, { streams: ['stdout'] }, [drained], limits)
  expect(batch).toMatchObject({ lost: 0, positions: [{ sequence: 5 }] })
  expect(batch.records.map(({ text }) => text)).toEqual(texts('line', 2, 4))
})
