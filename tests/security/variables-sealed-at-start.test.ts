import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject } from '../../bench/support/control-plane.ts'
import { createInstanceSecrets } from '../../server/compute/instances/instance-secrets.ts'
import { openStore } from '../../server/store/connection.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { apiOf } from '../faults/support/api.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { type TestDatabase, testDatabase } from '../server/database.ts'
import { tablesWith } from './stored-text.ts'

const VALUE = 'value-of-an-earlier-version'
const PASSWORD = 'password-of-an-earlier-version'
const INSTANCES = 450
const KILLS = 3

let database: TestDatabase
let pool: pg.Pool
let controlPlane: ControlPlane
beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url } })
})
afterAll(async () => {
  await controlPlane?.end()
  await pool?.end()
  await database?.close()
})

/** Seals a registry's credentials as earlier versions did. */
const sealedBefore = (secret: string, owner: string): Buffer => {
  const key = Buffer.from(hkdfSync('sha256', secret, 'longshore', 'registry credentials', 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const plain = JSON.stringify({ registry: 'ghcr.io', username: 'ada', password: PASSWORD })
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

test('a start seals values that an earlier version stored in plain text, also after a kill -9 during sealing', async () => {
  const token = await controlPlane.signIn('ada')
  const made = await makeProject(controlPlane.url, token, 'Harbour')
  const { _id } = await deploy(controlPlane.url, token, made)
  const api = apiOf(controlPlane.url, token)
  await api.request('POST', `compute-instance/${_id}/close`, { organizationId: made.organizationId })
  await controlPlane.stop()
  const secret = readFileSync(join(controlPlane.dataFolder, 'secret'), 'utf8').trim()
  const { rows } = await pool.query<{ id: InstanceId }>(
    `insert into instance (organization_id, project_id, name, host, region, machine_image_id, image, environment,
       cpu_milli, memory_bytes, storage_bytes, daily_price_micros, desired_state, state, status)
     select organization_id, project_id, name, host || n, region, machine_image_id, image,
       jsonb_build_array(jsonb_build_object('name', 'TIDE', 'value', $2::text)),
       cpu_milli, memory_bytes, storage_bytes, daily_price_micros, 'closed', 'Closed', 'Deprecated'
     from instance, generate_series(1, $3) n where id = $1 returning id`,
    [_id, VALUE, INSTANCES],
  )
  const [first] = rows
  if (!first) throw new Error('No instance was inserted.')
  // The migration has made a deployment of each.
  await pool.query(
    `with made as (
       insert into deployment (instance_id, number, configuration, image, status)
       select i.id, 1, d.configuration, i.image, 'Deprecated'
       from instance i, deployment d where d.instance_id = $1 and i.id = any($2) returning id, instance_id
     )
     update instance set active_deployment = made.id, desired_deployment = made.id from made
     where instance.id = made.instance_id`,
    [_id, rows.map(({ id }) => id)],
  )
  await pool.query('update instance set sealed_registry = $2 where id = $1', [first.id, sealedBefore(secret, first.id)])
  const eventJson = JSON.stringify({ _id: first.id, environment: [{ name: 'TIDE', value: VALUE }] })
  await pool.query(
    `insert into organization_event (organization_id, sequence, event)
     select $1, 1000000 + n, jsonb_build_object('kind', 'instanceChanged', 'changes', $2::jsonb)
     from generate_series(1, 5000) n`,
    [made.organizationId, eventJson],
  )
  await pool.query(
    `insert into idempotency_key (user_id, key, fingerprint, status, response)
     select gen_random_uuid(), 'key', '', 200, jsonb_build_object('instance', $1::jsonb)`,
    [eventJson],
  )
  expect(await tablesWith(pool, VALUE)).toEqual([
    'public.idempotency_key',
    'public.instance',
    'public.organization_event',
  ])

  for (let kill = 0; kill < KILLS; kill += 1) {
    const starting = controlPlane.start().catch(() => undefined)
    await delay(Math.random() * 2500)
    await controlPlane.kill()
    await starting
  }
  await controlPlane.start()
  expect(await tablesWith(pool, VALUE)).toEqual([])
  const revealed = await api.request('POST', `compute-instance/${first.id}/reveal-variable`, { name: 'TIDE' })
  expect(revealed).toEqual({ status: 200, body: { value: VALUE } })
  expect((await api.instance(first.id)).environment).toEqual([{ name: 'TIDE' }])
  const left = await pool.query('select 1 from instance where environment is not null or sealed_registry is not null')
  expect(left.rowCount).toBe(0)
  const kept = await pool.query<{ count: number }>(
    `select count(*)::int as count from organization_event where sequence > 1000000 and event #>> '{changes,environment,0,name}' = 'TIDE'`,
  )
  expect(kept.rows).toEqual([{ count: 5000 }])

  const store = openStore({ url: database.url, log: { warn: () => undefined } as never })
  const read = await createInstanceSecrets(secret).read(store.db, first.id)
  await store.close()
  expect(read?.credentials).toEqual({ registry: 'ghcr.io', username: 'ada', password: PASSWORD })
})
