import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject } from '../../bench/support/control-plane.ts'
import type { ResponseOf } from '../../src/contract/contract.ts'
import type { AlertMessage } from '../../src/contract/wire/alerts/alert-message.ts'
import { loops } from '../long-runs.ts'
import { type AlertReceiver, alertReceiver, type Received } from '../server/alert-receiver.ts'
import { until } from '../server/until.ts'
import { apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'

const KILLS = loops(20)
const WAIT_MS = 120_000

let controlPlane: ControlPlane
let receiver: AlertReceiver
beforeAll(async () => {
  receiver = await alertReceiver()
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})
afterAll(async () => {
  await controlPlane?.end()
  await receiver?.close()
})

const idOf = ({ headers }: Received): string => String(headers['webhook-id'])
const messageOf = ({ body }: Received): AlertMessage => JSON.parse(body).data

test(`${KILLS} kill -9 at random moments: each incident is reported once, and none is lost`, async () => {
  const token = await controlPlane.signIn('ada')
  const api = apiOf(controlPlane.url, token)
  const made = await makeProject(controlPlane.url, token)
  const path = `organization/${made.organizationId}`
  const confirmed = new Set<string>()
  receiver.respond = (message, response) => {
    // A message that was confirmed is not sent again, unless the process ended before it knew.
    if (Math.random() < 0.2) return void response.writeHead(503).end()
    confirmed.add(idOf(message))
    response.end('ok')
  }
  const channel = await api.request<ResponseOf<'createAlertChannel'>>('POST', `${path}/alert-channels`, {
    name: 'On call',
    type: 'webhook',
    url: receiver.url,
  })
  expect(channel.status, channel.body.message).toBe(200)
  const names: string[] = []
  const watch = async (number: number) => {
    const instance = await deploy(controlPlane.url, token, made, 'longshore/trouble:1', [], { AFTER_MS: '1500' })
    const name = `Trouble ${number}`
    const alert = await api.request<ResponseOf<'createAlert'>>('POST', `${path}/alerts`, {
      name,
      projectId: null,
      instanceId: instance._id,
      service: '',
      severity: 'critical',
      condition: { kind: 'crashLoop' },
      channelIds: [channel.body.alertChannel._id],
      notify: true,
      mail: false,
    })
    expect(alert.status, alert.body.message).toBe(200)
    names.push(name)
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    await watch(kill)
    await delay(5000 + Math.random() * 15_000)
    await controlPlane.kill()
    await controlPlane.start()
  }
  const firing = () =>
    new Map(
      receiver.received
        .filter((each) => confirmed.has(idOf(each)) && messageOf(each).kind === 'firing')
        .map((each) => [idOf(each), messageOf(each).alert.name]),
    )
  await until(async () => names.every((name) => [...firing().values()].includes(name)) || undefined, WAIT_MS)
  expect([...firing().values()].toSorted()).toEqual(names)
  // The same message is the same message, however often it was sent.
  for (const [id, sent] of Map.groupBy(receiver.received, idOf))
    expect(new Set(sent.map(({ body }) => body)).size, id).toBe(1)
})
