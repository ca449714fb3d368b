import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { until } from '../../server/until.ts'
import type { Deployed } from '../deploy-template.ts'
import { talk } from '../talk.ts'
import type { TestedTemplate } from './tested-template.ts'

const json = { 'content-type': 'application/json' }
const blob = 'the layer of an image'
const digest = `sha256:${createHash('sha256').update(blob).digest('hex')}`

async function rabbit(instance: Deployed, method: string, path: string, body: object) {
  const password = await instance.value('RABBITMQ_DEFAULT_PASS')
  const authorization = `Basic ${Buffer.from(`rabbit:${password}`).toString('base64')}`
  const headers = { ...json, authorization }
  return instance.get(`/api/${path}`, { method, headers, body: JSON.stringify(body) })
}

async function mqtt(instance: Deployed, program: string, ...more: string[]): Promise<string> {
  const password = await instance.value('MQTT_PASSWORD')
  return instance.run([program, '-h', '127.0.0.1', '-u', 'mqtt', '-P', password, '-t', 'tide', ...more])
}

export const serverUses: readonly TestedTemplate[] = [
  {
    id: 'mosquitto',
    async use(instance) {
      await expect(instance.run(['mosquitto_pub', '-h', '127.0.0.1', '-t', 'tide', '-m', 'low'])).rejects.toThrow()
      await mqtt(instance, 'mosquitto_pub', '-m', 'high', '-r')
      expect(await mqtt(instance, 'mosquitto_sub', '-C', '1', '-W', '10')).toBe('high')
    },
    // A retained message is stored.
    async afterRestart(instance) {
      expect(await mqtt(instance, 'mosquitto_sub', '-C', '1', '-W', '10')).toBe('high')
    },
  },
  {
    id: 'rabbitmq',
    async use(instance) {
      const queue = await rabbit(instance, 'PUT', 'queues/%2F/tide', { durable: true })
      expect(queue.status, queue.body).toBe(201)
      const message = { routing_key: 'tide', payload: 'high', payload_encoding: 'string' }
      const properties = { delivery_mode: 2 }
      const sent = await rabbit(instance, 'POST', 'exchanges/%2F/amq.default/publish', { ...message, properties })
      expect(sent.body).toBe('{"routed":true}')
    },
    async afterRestart(instance) {
      const take = { count: 1, ackmode: 'ack_requeue_false', encoding: 'auto' }
      const taken = await rabbit(instance, 'POST', 'queues/%2F/tide/get', take)
      expect(JSON.parse(taken.body)).toMatchObject([{ payload: 'high' }])
    },
  },
  {
    id: 'nats',
    async use(instance) {
      const user = { user: 'nats', pass: await instance.value('NATS_PASSWORD'), verbose: false }
      const lines = [`CONNECT ${JSON.stringify(user)}`, 'SUB tide 1', 'PUB tide 4', 'high', 'PING']
      expect(await talk(instance.port(4222), lines, /PONG/)).toContain('MSG tide 1 4\r\nhigh')
      expect(await talk(instance.port(4222), ['CONNECT {}', 'PING'], /-ERR/)).toContain('Authorization Violation')
    },
  },
  {
    id: 'registry',
    withProbe: true,
    async use(instance) {
      const script = `fetch('http://app:5000/v2/team/app/blobs/uploads/', { method: 'POST' }).then((begun) =>
        fetch(begun.headers.get('location') + '&digest=${digest}', { method: 'PUT', body: '${blob}' }))
        .then(({ status }) => console.log(status))`
      expect(await instance.probe(script)).toBe('201')
    },
    async afterRestart(instance) {
      const script = `fetch('http://app:5000/v2/team/app/blobs/${digest}').then((stored) => stored.text()).then(console.log)`
      expect(await instance.probe(script)).toBe(blob)
    },
  },
  {
    id: 'prometheus',
    async use(instance) {
      await until(async () => {
        const { body } = await instance.get('/api/v1/query?query=up')
        return body.includes('"job":"prometheus"')
      }, 30_000)
    },
    async afterRestart(instance) {
      const { body } = await instance.get('/api/v1/query?query=count_over_time(up[10m])')
      expect(body).toContain('"job":"prometheus"')
    },
  },
  {
    id: 'alertmanager',
    async use(instance) {
      const body = JSON.stringify([{ labels: { alertname: 'HighTide' } }])
      expect((await instance.get('/api/v2/alerts', { method: 'POST', headers: json, body })).status).toBe(200)
      await until(async () => (await instance.get('/api/v2/alerts')).body.includes('HighTide'))
    },
  },
]
