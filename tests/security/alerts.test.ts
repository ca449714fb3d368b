import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Alerts, createAlerts } from '../../server/alerts/alerts.ts'
import { type AlertChannels, createAlertChannels } from '../../server/alerts/channels/alert-channels.ts'
import { bodyOf } from '../../server/alerts/channels/formats/body-of.ts'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { alertMail } from '../../server/mail/templates/alert-mail.ts'
import { createOutgoing } from '../../server/outgoing/outgoing.ts'
import type { Delivery } from '../../src/contract/wire/alerts/alert-delivery.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type AlertReceiver, alertReceiver, sampleMessage } from '../server/alert-receiver.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from '../server/platform-harness.ts'
import { until } from '../server/until.ts'

/** Its first address is public to the client, and every later one is another machine's. */
const REBINDING = 'rebinding.example'
const HIDDEN = 'a-credential-in-a-url'

let harness: PlatformHarness
let channels: AlertChannels
let alerts: Alerts
let receiver: AlertReceiver
let logged = ''
let lookups = 0

const log = pino(
  { level: 'trace' },
  new Writable({
    write(part, _encoding, done) {
      logged += part
      done()
    },
  }),
)

/** An organisation with one of each resource, an incident, and a delivery about it. */
interface Tenant extends OrganizationFixture {
  incidentId: string
  deliveryId: string
}
let own: Tenant
let foreign: Tenant
let owner: string
let outsider: string

beforeAll(async () => {
  harness = await platformHarness({
    handlers: (store) => {
      const common = { log, publicUrl: 'http://localhost:4600', node: 'a node' }
      channels = createAlertChannels({
        ...common,
        db: store.db,
        secret: 'a secret of these tests, long enough',
        isAlone: true,
        outgoing: createOutgoing({
          allowed: { networks: ['127.0.0.1'], hosts: [] },
          resolveHost: async (hostname) => {
            if (hostname !== REBINDING) return [{ address: hostname, family: 4 }]
            lookups += 1
            return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
          },
        }),
      })
      const recent = { readSamples: () => undefined }
      alerts = createAlerts({ ...common, store, recent, channels, mailer: undefined })
      return { ...channels.handlers, ...alerts.handlers }
    },
  })
  await channels.start()
  own = await tenant()
  foreign = await tenant()
  owner = await memberOf(own, 'owner')
  outsider = await memberOf(foreign, 'owner')
})
afterAll(async () => {
  await alerts?.stop()
  await channels?.stop()
  await harness?.close()
})
beforeEach(async () => {
  receiver = await alertReceiver()
  return () => receiver.close()
})

async function tenant(): Promise<Tenant> {
  const fixture = await createOrganizationFixture(harness.store, { open: true })
  const [incidentId, deliveryId] = [randomUUID(), randomUUID()]
  await harness.store.pool.query(
    `insert into alert_incident (id, alert_id, organization_id, target, summary) values ($1, $2, $3, 'web', 'Down.')`,
    [incidentId, fixture.alertId, fixture.organizationId],
  )
  await harness.store.pool.query(
    `insert into alert_delivery (id, channel_id, message, state, waiting_since, created_at)
     values ($1, $2, $3, 'delivered', now(), now())`,
    [deliveryId, fixture.alertChannelId, JSON.stringify(sampleMessage({ incidents: [incidentId] }))],
  )
  return { ...fixture, incidentId, deliveryId }
}

async function memberOf({ organizationId }: Tenant, role: string | null): Promise<string> {
  const { userId, token } = await harness.user(role ?? 'visitor')
  if (role) await join(harness.store, organizationId, userId, role)
  return token
}

const request = async (method: string, path: string, payload?: object, token: string | undefined = owner) => {
  // The methods are those of the table below.
  const options = { method: method as 'GET', url: `/api/${path}`, token, ...(payload && { payload }) }
  const response = await harness.inject(options)
  return { status: response.statusCode, text: response.body, body: response.json() }
}

const rule = (more: object = {}) => ({
  name: `rule ${randomUUID()}`,
  projectId: null,
  instanceId: null,
  service: '',
  severity: 'warning',
  condition: { kind: 'crashLoop' },
  channelIds: [],
  notify: true,
  mail: false,
  ...more,
})

type Request = [method: string, path: string, body?: object]
const reading = (of: Tenant): Request[] => [
  ['GET', `organization/${of.organizationId}/alerts`],
  ['GET', `alert/${of.alertId}`],
  ['GET', `organization/${of.organizationId}/alert-incidents`],
  ['GET', `alert/${of.alertId}/incidents/${of.incidentId}`],
  ['GET', `organization/${of.organizationId}/alert-channels`],
  ['GET', `alert-channel/${of.alertChannelId}`],
  ['GET', `alert-channel/${of.alertChannelId}/deliveries`],
  ['GET', `alert-channel/${of.alertChannelId}/deliveries/${of.deliveryId}`],
]
const writing = (of: Tenant): Request[] => [
  ['POST', `organization/${of.organizationId}/alerts`, rule()],
  ['PUT', `alert/${of.alertId}`, rule()],
  ['PUT', `alert/${of.alertId}/mute`, { muted: { until: null } }],
  ['POST', `alert/${of.alertId}/test`],
  ['POST', `alert/${of.alertId}/acknowledge`, { incidentId: of.incidentId }],
  ['DELETE', `alert/${of.alertId}`],
  [
    'POST',
    `organization/${of.organizationId}/alert-channels`,
    { name: 'Mine', type: 'webhook', url: 'https://hooks.example.test' },
  ],
  ['PATCH', `alert-channel/${of.alertChannelId}`, { name: 'Mine' }],
  ['POST', `alert-channel/${of.alertChannelId}/secret`],
  ['POST', `alert-channel/${of.alertChannelId}/test`],
  ['POST', `alert-channel/${of.alertChannelId}/deliveries/${of.deliveryId}/redeliver`],
  ['DELETE', `alert-channel/${of.alertChannelId}`],
]

test('an outsider, a visitor and an anonymous caller reach no rule, incident, channel or delivery', async () => {
  const visitor = await memberOf(own, null)
  for (const token of [outsider, visitor, ''])
    for (const [method, path, body] of [...reading(own), ...writing(own)]) {
      const { status, text } = await request(method, path, body, token)
      expect([401, 403, 404], `${method} ${path}: ${text}`).toContain(status)
      expect(text).not.toContain('Down.')
    }
  for (const [method, path, body] of reading(own)) expect((await request(method, path, body)).status, path).toBe(200)
})

test('a viewer and a token with the scope to read change nothing', async () => {
  const viewer = await memberOf(own, 'viewer')
  const { userId } = await harness.user('owner')
  await join(harness.store, own.organizationId, userId, 'owner')
  const { value, hash, start } = newApiKey()
  await harness.store.pool.query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start, scopes)
     values ($1, $2, 'compute', 'a key', $3, $4, '{read}')`,
    [userId, own.organizationId, hash, start],
  )
  for (const token of [viewer, value]) {
    for (const [method, path, body] of reading(own))
      expect((await request(method, path, body, token)).status, path).toBe(200)
    for (const [method, path, body] of writing(own))
      expect((await request(method, path, body, token)).status, `${method} ${path}`).toBe(403)
  }
})

test('ids of another organisation within an own request are errors', async () => {
  const mixed: Request[] = [
    ['GET', `alert/${own.alertId}/incidents/${foreign.incidentId}`],
    ['POST', `alert/${own.alertId}/acknowledge`, { incidentId: foreign.incidentId }],
    ['GET', `alert-channel/${own.alertChannelId}/deliveries/${foreign.deliveryId}`],
    ['POST', `alert-channel/${own.alertChannelId}/deliveries/${foreign.deliveryId}/redeliver`],
  ]
  for (const [method, path, body] of mixed) expect((await request(method, path, body)).status, path).toBe(404)
  const create = `organization/${own.organizationId}/alerts`
  for (const more of [
    { projectId: foreign.projectId },
    { instanceId: foreign.instanceId },
    { channelIds: [foreign.alertChannelId] },
  ]) {
    expect((await request('POST', create, rule(more))).status, JSON.stringify(more)).toBe(400)
    expect((await request('PUT', `alert/${own.alertId}`, rule(more))).status, JSON.stringify(more)).toBe(400)
  }
  const filters = `instanceId=${foreign.instanceId}&alertId=${foreign.alertId}`
  const filtered = await request('GET', `organization/${own.organizationId}/alert-incidents?${filters}`)
  expect(filtered.body).toEqual({ incidents: [], totalCount: 0 })
  const ofOther = await request('GET', `alert/${foreign.alertId}/incidents/${foreign.incidentId}`, undefined, outsider)
  expect(ofOther.body.deliveries.map(({ _id }: Delivery) => _id)).toEqual([foreign.deliveryId])
})

const createChannel = async (url: string) => {
  const body = { name: `channel ${randomUUID()}`, type: 'webhook', url }
  const created = await request('POST', `organization/${own.organizationId}/alert-channels`, body)
  expect(created.status, created.text).toBe(200)
  return created.body as { alertChannel: { _id: string }; secret: string }
}
const send = (channelId: string) =>
  harness.store.db.transaction((tx) =>
    channels.enqueue(tx, {
      organizationId: own.organizationId as OrganizationId,
      channelIds: [channelId],
      message: sampleMessage(),
    }),
  )
const attempted = (channelId: string) =>
  until(async () => {
    const { body } = await request('GET', `alert-channel/${channelId}/deliveries`)
    return (body.deliveries as Delivery[]).find(({ attempts }) => attempts > 0)
  }, 30_000)

test('a signing secret and a credential in a URL are in no later response, event, audit entry, error or log', async () => {
  const { alertChannel, secret } = await createChannel(`${receiver.url}/hook?token=${HIDDEN}`)
  const path = `alert-channel/${alertChannel._id}`
  receiver.respond = (_message, response) => response.socket?.destroy()
  await send(alertChannel._id)
  expect((await attempted(alertChannel._id)).error).not.toBe('')
  const tested = await request('POST', `${path}/test`)
  const rotated = await request('POST', `${path}/secret`)
  const invalid = await request('PATCH', path, { url: `http://10.0.0.1/?token=${HIDDEN}` })
  expect(invalid.status).toBe(400)
  const texts = [tested.text, invalid.text, logged]
  for (const [method, of] of reading({ ...own, alertChannelId: alertChannel._id }))
    texts.push((await request(method, of)).text)
  for (const table of [
    'alert_channel',
    'alert_delivery_attempt',
    'organization_event',
    'audit_entry',
    'notification',
  ]) {
    const { rows } = await harness.store.pool.query(`select t::text as text from ${table} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  expect(rotated.body.secret).not.toBe(secret)
  for (const hidden of [secret, rotated.body.secret, HIDDEN]) expect(texts.join('\n').split(hidden)).toHaveLength(1)
})

test('a name that leads elsewhere at the second look gets no second message', async () => {
  const { port } = new URL(receiver.url)
  const { alertChannel } = await createChannel(`http://${REBINDING}:${port}/`)
  await send(alertChannel._id)
  expect(await attempted(alertChannel._id)).toMatchObject({ state: 'delivered', status: 200 })
  const again = await request('POST', `alert-channel/${alertChannel._id}/test`)
  expect(again.body.attempt).toMatchObject({ status: null, error: expect.stringContaining('not a public address') })
  expect(receiver.received).toHaveLength(1)
})

test('a redirect to a private address is followed nowhere', async () => {
  receiver.respond = (_message, response) => response.writeHead(308, { location: `${receiver.url}/inside` }).end()
  const { alertChannel } = await createChannel(receiver.url)
  await send(alertChannel._id)
  expect(await attempted(alertChannel._id)).toMatchObject({ state: 'failed', status: 308 })
  expect(receiver.received).toHaveLength(1)
})

test('a response without an end costs 64 KiB, and keeps no more than its beginning', async () => {
  let sent = 0
  receiver.respond = (_message, response) => {
    sent = pour(response, (bytes) => {
      sent += bytes
    })
  }
  const { alertChannel } = await createChannel(receiver.url)
  const before = process.memoryUsage().rss
  await send(alertChannel._id)
  expect(await attempted(alertChannel._id)).toMatchObject({ state: 'delivered' })
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEBIBYTE.length)
  const { rows } = await harness.store.pool.query('select max(length(response)) as length from alert_delivery_attempt')
  expect(rows[0].length).toBeLessThanOrEqual(1024)
  // What waits in buffers of the connection, not ten gigabytes.
  expect(sent).toBeLessThan(64 * MEBIBYTE.length)
})

test('mentions, links and markup from names and log lines have no effect in chat services', () => {
  const hostile = '<!channel> <@U1> @everyone [x](https://evil.test) **b** `c` ``` <https://evil.test|ok>'
  const message = sampleMessage({
    alert: { id: '1', name: hostile },
    instance: hostile,
    summary: hostile,
    context: [hostile],
  })
  const at = new Date(0)
  const slack = JSON.parse(bodyOf('slack', message, at))
  // Slack reads mentions and links in these two only.
  for (const text of [slack.text, ...mrkdwnOf(slack)]) expect(text).not.toMatch(/[<>]/)
  expect(mrkdwnOf(slack)).toHaveLength(1)
  const discord = JSON.parse(bodyOf('discord', message, at))
  expect(discord.allowed_mentions).toEqual({ parse: [] })
  const [{ title, description, fields }] = discord.embeds
  const lines = fields.at(-1).value as string
  for (const text of [title, description, ...fields.slice(0, -1).map(({ value }: { value: string }) => value)])
    expect(text).not.toMatch(/@everyone|https:\/\/|(?<!\\)[*`<]|(?<!\\)\]\(/)
  // Within a code block nothing is markup, and only its ends are backticks.
  expect(lines.replace(/^```\n|\n```$/g, '')).not.toContain('`')
  const teams = bodyOf('teams', message, at)
  expect(teams).not.toMatch(/"msteams"|<at>|https:\/\/evil|@everyone/)
})

test('a line break in a name adds no header and no paragraph to a mail', () => {
  const mail = alertMail(
    { publicUrl: 'https://longshore.test', productName: 'Longshore' },
    {
      kind: 'alert',
      to: 'ada@sandbox.test',
      title: 'Alert: x\r\nBcc: eve@evil.test',
      message: 'a\r\n.\r\nMAIL FROM:<eve@evil.test>',
      lines: ['<script>alert(1)</script>\r\nX: y'],
      path: '/harbour/alerts',
    },
  )
  expect(mail.subject).toBe('Longshore: Alert: x Bcc: eve@evil.test')
  expect(mail.text).not.toMatch(/^(?:\.|MAIL|X:)/m)
  expect(mail.html).not.toContain('<script>')
})

test('names with control characters are rejected', async () => {
  for (const name of ['a\r\nBcc: b', 'a\u0000b', 'a\nb']) {
    expect((await request('POST', `organization/${own.organizationId}/alerts`, rule({ name }))).status).toBe(400)
    const url = 'https://hooks.example.test'
    const channel = { name, type: 'webhook', url }
    expect((await request('POST', `organization/${own.organizationId}/alert-channels`, channel)).status).toBe(400)
  }
})

test('a pattern that other engines search for ages is accepted or rejected at once', async () => {
  for (const find of ['(a+)+$', '(a|a)*b', '(.*a){25}', `${'(a?){30}'.repeat(6)}a{30}`]) {
    const condition = { kind: 'log', find, as: 'regex', matchCase: false, count: 1, minutes: 1 }
    const { status, text } = await request('POST', `organization/${own.organizationId}/alerts`, rule({ condition }))
    expect([200, 400], text).toContain(status)
  }
})

test('an organisation has at most 200 rules, however many are made at once', async () => {
  const crowded = await tenant()
  const token = await memberOf(crowded, 'owner')
  await harness.store.pool.query(
    `insert into alert (organization_id, name, severity, condition, notify, mail)
     select $1, 'rule ' || n, 'info', '{"kind":"crashLoop"}', false, false from generate_series(1, 194) n`,
    [crowded.organizationId],
  )
  const path = `organization/${crowded.organizationId}/alerts`
  const made = await Promise.all(Array.from({ length: 12 }, () => request('POST', path, rule(), token)))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const { status, text } of made.filter((each) => each.status !== 200))
    expect([status, text]).toEqual([400, expect.stringContaining('at most 200 alert rules')])
})

/** The texts of all blocks in which Slack reads markup. */
const mrkdwnOf = ({ blocks }: { blocks: { text?: { type: string; text: string } }[] }): string[] =>
  blocks.flatMap(({ text }) => (text?.type === 'mrkdwn' ? [text.text] : []))

const MEBIBYTE = Buffer.alloc(1_048_576)

/** Writes until the other side leaves, and counts. Returns 0, where the count begins. */
function pour(response: ServerResponse, onSent: (bytes: number) => void): number {
  const more = () => {
    let isFree = true
    while (isFree && !response.destroyed) {
      isFree = response.write(MEBIBYTE)
      onSent(MEBIBYTE.length)
    }
  }
  response.on('drain', more)
  setImmediate(more)
  return 0
}
