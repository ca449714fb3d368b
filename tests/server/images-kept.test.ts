import { afterAll, beforeAll, expect, test } from 'vitest'
import { pruneImages } from '../../server/compute/images/prune-images.ts'
import { configFrom } from '../../server/config.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness()
})
afterAll(() => harness.close())

const referenceOf = (number: number) => `registry.example.org/app@sha256:${String(number).padStart(64, '0')}`

test('the images of the ten newest deployments that served are never pruned, not on a full disk either; older ones are', async () => {
  const { pool, db } = harness.store
  const { _id: id } = await harness.deploy()
  await harness.inState(id, 'Active')
  // Eleven earlier deployments, each with an image of its own; the eleventh failed and kept nothing from running.
  await pool.query(
    `insert into deployment select (jsonb_populate_record(d, jsonb_build_object(
       'id', gen_random_uuid(), 'number', n, 'ended_at', now(),
       'active_since', case when n = 111 then null else now() end))).*
     from deployment d, generate_series(101, 112) n where d.instance_id = $1`,
    [id],
  )
  await pool.query(
    `insert into deployment_image (deployment_id, service, image, reference)
     select id, 'extra', 'registry.example.org/app:1', 'registry.example.org/app@sha256:' || lpad(number::text, 64, '0')
     from deployment where instance_id = $1 and number > 100`,
    [id],
  )
  await pool.query(
    `insert into pulled_image (reference) select reference from deployment_image where service = 'extra'`,
  )
  const removed: string[] = []
  const removeImage = async (reference: string) => {
    removed.push(reference)
    return true
  }
  const { images } = configFrom({}, '/tmp')
  expect(images.keptDeployments).toBe(10)
  const prune = (isDiskLow: boolean) =>
    pruneImages({ db, engine: { removeImage }, ...images, log: harness.log }, isDiskLow)

  // 112 is the newest; with 110 to 102 it makes ten that served.
  await prune(true)
  expect(removed.toSorted()).toEqual([referenceOf(101), referenceOf(111)])
  for (const isDiskLow of [true, false]) await prune(isDiskLow)
  expect(removed).toHaveLength(2)
  const { rows } = await pool.query<{ reference: string }>('select reference from pulled_image order by reference')
  expect(rows.map(({ reference }) => reference)).toEqual(
    [102, 103, 104, 105, 106, 107, 108, 109, 110, 112].map(referenceOf),
  )

  // What runs now is used whatever its age; the next deployment that serves makes another one the eleventh.
  await pool.query(
    'update deployment set number = 113, active_since = now(), ended_at = null where instance_id = $1 and number = 1',
    [id],
  )
  await prune(true)
  expect(removed.slice(2)).toEqual([referenceOf(102)])
})
