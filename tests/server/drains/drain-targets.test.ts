import { gunzipSync } from 'node:zlib'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ComputeHarness, computeHarness } from '../compute-harness.ts'
import { type S3Server, startS3Server } from '../s3-server.ts'
import {
  createDrain,
  drainOnce,
  quietLog,
  type Receiver,
  recordsOf,
  startReceiver,
  store,
  texts,
} from './drains-harness.ts'

let harness: ComputeHarness
let receiver: Receiver
let s3: S3Server
beforeAll(async () => {
  harness = await computeHarness()
  receiver = await startReceiver()
  s3 = await startS3Server()
})
afterAll(async () => {
  await harness.close()
  await receiver.close()
  await s3.close()
})

const only = { services: ['extra'], logTypes: ['instanceLogs' as const] }

/** The push request of Loki's API documentation, and the rules of its distributor for labels and times. */
const pushRequest = v.strictObject({
  streams: v.array(
    v.strictObject({
      stream: v.pipe(
        v.record(v.pipe(v.string(), v.regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/)), v.string()),
        v.check((labels) => Object.keys(labels).length > 0 && Object.keys(labels).length <= 15),
      ),
      values: v.pipe(
        v.array(v.strictTuple([v.pipe(v.string(), v.regex(/^\d{19}$/)), v.string()])),
        v.minLength(1),
        v.check((values) => values.every(([at], index) => index === 0 || at > (values[index - 1]?.[0] ?? ''))),
      ),
    }),
  ),
})

test('Loki receives one stream for each output, with labels, a tenant and credentials', async () => {
  const { instance, log } = await quietLog(harness)
  receiver.respond = (_, response) => void response.writeHead(204).end()
  const { port } = new URL(receiver.url)
  const url = `http://127.0.0.1:${port}/`
  const target = { type: 'loki' as const, url, tenant: 'harbour', username: 'ada', password: 'correct-horse' }
  const drain = await createDrain(harness, target, { ...only, name: 'Loki' })
  expect(JSON.stringify(drain)).not.toContain('correct-horse')
  await store(harness, log, ['same', 'same', 'other'])
  await store(harness, log, ['a failure'], 'stderr')
  await drainOnce(harness, drain, ({ sentLines }) => sentLines === 4)
  const requests = receiver.received.map(({ text }) => v.parse(pushRequest, JSON.parse(text)))
  const [{ path, headers } = { path: '', headers: {} }] = receiver.received
  expect(path).toBe('/loki/api/v1/push')
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'x-scope-orgid': 'harbour',
    authorization: `Basic ${Buffer.from('ada:correct-horse').toString('base64')}`,
  })
  const lines = requests.flatMap(({ streams }) =>
    streams.flatMap(({ stream, values }) => values.map(([, line]) => [stream.stream, line])),
  )
  expect(lines.filter(([stream]) => stream === 'stdout').map(([, line]) => line)).toEqual(['same', 'same', 'other'])
  expect(lines.filter(([stream]) => stream === 'stderr')).toEqual([['stderr', 'a failure']])
  expect(requests[0]?.streams[0]?.stream).toEqual({
    organisation: expect.any(String),
    project: 'First project',
    instance: instance.name,
    service: 'extra',
    replica: '1',
    stream: 'stdout',
  })
})

test('a bucket receives objects of compressed records by time', async () => {
  const { log } = await quietLog(harness)
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3
  const place = { endpoint, region: 'us-east-1', bucket, accessKeyId, prefix: 'logs' }
  const drain = await createDrain(
    harness,
    { type: 's3', ...place, secretAccessKey, maxAgeSeconds: 10 },
    { ...only, name: 'Bucket' },
  )
  await store(harness, log, texts('line', 300))
  await drainOnce(harness, drain, ({ sentLines }) => sentLines === 300)
  const [name = '', ...others] = s3.objects()
  expect(others).toEqual([])
  expect(name).toMatch(/^logs\/\d{4}\/\d{2}\/\d{2}\/\d{2}\/\d{4}-\d{2}-\d{2}T[\d.-]+Z-[0-9a-f]{12}\.ndjson\.gz$/)
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }))
  const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
  expect(recordsOf(gunzipSync(bytes).toString()).map(({ message }) => message)).toEqual(texts('line', 300))
})

test('a test shows in words that a bucket does not exist', async () => {
  const { endpoint, accessKeyId, secretAccessKey } = s3
  const place = { endpoint, region: 'us-east-1', bucket: 'no-such-bucket', accessKeyId, prefix: '', secretAccessKey }
  const drain = await createDrain(harness, { type: 's3', ...place }, { ...only, name: 'No bucket' })
  expect(await harness.call('testDrain', { id: drain._id })).toEqual({
    isDelivered: false,
    message: 'The bucket does not exist.',
  })
})

test('a test line is sent past the lines that wait, and the answer is returned', async () => {
  receiver.respond = (_, response) => void response.writeHead(202).end('thanks')
  const target = { type: 'http' as const, url: receiver.url, headers: [{ name: 'X-Key', value: 'a key' }] }
  const drain = await createDrain(harness, target, { ...only, name: 'Tested' })
  const before = receiver.received.length
  expect(await harness.call('testDrain', { id: drain._id })).toEqual({
    isDelivered: true,
    message: 'The target answered with status 202: thanks',
  })
  const [request] = receiver.received.slice(before)
  expect(request?.headers).toMatchObject({ 'x-key': 'a key', 'content-type': 'application/x-ndjson' })
  expect(recordsOf(request?.text ?? '')).toMatchObject([
    { message: 'Test line of the log drain Tested', service: 'test' },
  ])
})

test('a secret that is left out of a change is kept for the same server only', async () => {
  const target = { type: 'http' as const, url: receiver.url, headers: [{ name: 'X-Key', value: 'a key' }] }
  const drain = await createDrain(harness, target, { ...only, name: 'Changed' })
  const without = { ...target, headers: [{ name: 'X-Key' }] }
  const { drain: changed } = await harness.call('updateDrain', {
    id: drain._id,
    target: { ...without, url: `${receiver.url}/elsewhere` },
  })
  expect(changed.target).toMatchObject({ headers: [{ name: 'X-Key' }] })
  await harness.call('testDrain', { id: drain._id })
  expect(receiver.received.at(-1)).toMatchObject({ path: '/in/elsewhere', headers: { 'x-key': 'a key' } })
  await expect(
    harness.call('updateDrain', { id: drain._id, target: { ...without, url: 'https://logs.example.test/in' } }),
  ).rejects.toMatchObject({ fields: [{ field: 'target.headers.0.value' }] })
})
