import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import type { Engine } from '../../server/engines/engine.ts'
import { createEngines, soleEngine } from '../../server/engines/engines.ts'
import { engineHealth, serveHealth } from '../../server/http/health.ts'
import { createPrivateNetworkCheck } from '../../server/http/private-address.ts'

const readiness = async (remoteAddress: string, headers: Record<string, string> = {}) => {
  const app = Fastify()
  const describe = async () => ({ name: 'docker', version: '28.1.1', isolation: 'containers' })
  const broken = async () => Promise.reject(new Error('connect ENOENT /run/secret-place/docker.sock'))
  const isNeighbour = createPrivateNetworkCheck(configFrom({ LONGSHORE_MODE: 'production' }, '/'))
  serveHealth(app, { engine: engineHealth(soleEngine({ describe } as never)), database: broken }, isNeighbour)
  const response = await app.inject({ url: '/api/ready', remoteAddress, headers })
  await app.close()
  return { status: response.statusCode, body: response.json() }
}

test.each<[string, string, Record<string, string>?]>([
  ['another network', '203.0.113.9'],
  ['behind an untrusted proxy', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
])('a client from %s sees neither versions nor paths in the readiness response', async (_from, address, headers) => {
  expect(await readiness(address, headers)).toEqual({
    status: 503,
    body: {
      ready: false,
      components: { engine: { ok: true, message: 'Healthy.' }, database: { ok: false, message: 'Unhealthy.' } },
    },
  })
})

test('a local client sees why a component does not work', async () => {
  const { body } = await readiness('127.0.0.1')
  expect(body.components).toMatchObject({
    engine: { message: 'The engine docker 28.1.1 is available.' },
    database: { message: expect.stringContaining('ENOENT') },
  })
})

test('one engine that does not answer is named, and the control plane works while another one does', async () => {
  const works = async () => ({ name: 'docker', version: '28.1.1', isolation: '', cpuCount: 1, memoryBytes: 1 }) as const
  const fails = () => Promise.reject(new Error('is not responding.'))
  const health = (...described: Engine['describe'][]) =>
    engineHealth(
      createEngines(
        described.map((describe, index) => ({ name: ['', 'paris'][index] ?? '', title: '', engine: { describe } })),
      ),
    )()
  expect(await health(works, fails)).toEqual({
    ok: true,
    message: 'The engine docker 28.1.1 is available. The engine paris: is not responding.',
  })
  expect(await health(fails, works)).toMatchObject({ ok: true, message: expect.stringMatching(/paris: docker 28/) })
  expect(await health(fails, fails)).toMatchObject({ ok: false })
})
