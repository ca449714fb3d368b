import * as v from 'valibot'
import { expect, test } from 'vitest'
import { storedConfiguration } from '../../src/contract/wire/instance/instance-configuration.ts'
import { databaseBefore } from './earlier-database.ts'

test('instances of earlier versions become one service with a numbered deployment and a replica', async () => {
  const { client, firstValue, migrate } = await databaseBefore('_replicas')
  await client.query(`
    with owner as (
      insert into organization (name, username, site_id, compute_id, storage_id)
      values ('Quay', 'quay', gen_random_uuid(), gen_random_uuid(), gen_random_uuid()) returning id
    ), home as (
      insert into project (organization_id, name) select id, 'Home' from owner returning id, organization_id
    ), made as (
      insert into instance (organization_id, project_id, name, host, region, machine_image_id, image, command,
        variable_names, container_ports, cpu_milli, memory_bytes, storage_bytes, daily_price_micros, state,
        active_deployment, published_ports, active_since)
      select organization_id, id, name, name, 'us-west', 'nano', 'nginx:alpine', '["nginx"]', '{TOKEN}', ports, 100, 134217728,
        1073741824, 14400, state, gen_random_uuid(), '[{"containerPort": 80, "hostPort": 4711}]', now()
      from home, (values ('web', 'Active', '[80]'::jsonb), ('old', 'Closed', '[]')) as v(name, state, ports)
      returning id, active_deployment
    ), sealed as (
      insert into instance_secret (instance_id, variables) select id, 'sealed' from made
    ), revision as (
      insert into deployment (id, instance_id, image, image_reference)
      select active_deployment, id, 'nginx:alpine', 'nginx@sha256:1' from made returning id
    ) insert into log_chunk (deployment_id, log_type, first_sequence, last_sequence, first_at, last_at, raw_bytes, lines)
      select id, 'instanceLogs', 0, 0, now(), now(), 1, 'x' from revision`)
  await migrate()

  const { rows } = await client.query(`
    select i.name, d.number, d.reason, d.configuration, i.desired_deployment = d.id as desired,
      s.variables::text as variables, r.workload_id = d.id::text as "sameWorkload", r.published_ports as ports,
      g.reference, c.replica, u.daily_price_micros as price
    from instance i join deployment d on d.instance_id = i.id
    join deployment_secret s on s.deployment_id = d.id join deployment_image g on g.deployment_id = d.id
    join log_chunk c on c.deployment_id = d.id
    left join replica r on r.instance_id = i.id left join usage_interval u on u.subject_id = r.id order by i.name`)
  const sealed = `\\x${Buffer.from('sealed').toString('hex')}`
  const alike = {
    number: 1,
    reason: 'create',
    desired: true,
    variables: sealed,
    reference: 'nginx@sha256:1',
    replica: '',
  }
  expect(rows).toMatchObject([
    { ...alike, name: 'old', sameWorkload: null, price: null },
    { ...alike, name: 'web', sameWorkload: true, ports: [{ containerPort: 80, hostPort: 4711 }], price: '14400' },
  ])
  const [old, web] = rows.map(({ configuration }) => v.parse(storedConfiguration, configuration).services[0])
  expect(web).toMatchObject({
    name: 'app',
    command: ['nginx'],
    environment: [{ name: 'TOKEN' }],
    restartPolicy: 'always',
  })
  expect(old).toMatchObject({ ports: [], restartPolicy: 'on-failure' })
  expect(await firstValue('select cpu_milli from capacity_counter')).toBe('100')
})
