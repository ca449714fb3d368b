import { randomUUID } from 'node:crypto'
import type { Store } from '../../server/store/connection.ts'
import { startBenchStore } from '../support/database/bench-store.ts'

export interface MetricFleet {
  store: Store
  url: string
  /** Of all replicas. */
  ids: string[]
  stop(): Promise<void>
}

/** A database with one instance whose replicas run, as a control plane left them. */
export async function startMetricFleet(replicas: number): Promise<MetricFleet> {
  const { store, url, stop } = await startBenchStore()
  const [organization, project, instance, deployment] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await store.pool.query(
    `insert into organization (id, name, username, site_id, compute_id, storage_id)
     values ($1, 'Fleet', 'fleet', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`,
    [organization],
  )
  await store.pool.query(`insert into project (id, organization_id, name) values ($1, $2, 'Fleet')`, [
    project,
    organization,
  ])
  await store.pool.query(
    `insert into instance (id, organization_id, project_id, name, host, region, machine_image_id, image, container_ports,
       cpu_milli, memory_bytes, storage_bytes, daily_price_micros, state, status)
     values ($1, $2, $3, 'ship', 'ship', 'us-west', 'nano', 'longshore/hello:1', '[8080]', 100, 1, 1, 1, 'Active', 'Deployed')`,
    [instance, organization, project],
  )
  await store.pool.query(
    `insert into deployment (id, instance_id, number, configuration, status, image, active_since)
     values ($1, $2, 1, '{"services": [], "privateRegistry": null}', 'Deployed', 'longshore/hello:1', now())`,
    [deployment, instance],
  )
  const { rows } = await store.pool.query<{ id: string }>(
    `with named as (select gen_random_uuid() as id, n as index from generate_series(0, $3::int - 1) as n)
     insert into replica (id, workload_id, instance_id, deployment_id, service, index, state, status, region, cpu_milli,
       memory_bytes, storage_bytes, daily_price_micros)
     select id, id::text, $1, $2, 'app', index, 'Active', 'Deployed', 'us-west', 1000, 1, 1, 1 from named returning id`,
    [instance, deployment, replicas],
  )
  return {
    store,
    url,
    ids: rows.map(({ id }) => id),
    stop,
  }
}
