import { randomUUID } from 'node:crypto'
import type { Store } from '../../server/store/connection.ts'
import type { CallName } from '../../src/contract/contract.ts'
import type { KindName } from '../../src/contract/kinds/kinds.ts'

export type FixtureIds = Record<'organizationId' | `${KindName}Id`, string>

/** Inserts one resource of each kind into its table, parents first, and resolves with its id. */
export const sampleRows: { readonly [N in KindName]: (store: Store, fixture: FixtureIds) => Promise<string> } = {
  project: async ({ pool }, { organizationId }) => {
    const id = randomUUID()
    await pool.query(`insert into project (id, organization_id, name) values ($1, $2, 'harbour')`, [id, organizationId])
    return id
  },
  instance: async ({ pool }, { organizationId, projectId }) => {
    const id = randomUUID()
    await pool.query(
      `insert into instance (id, organization_id, project_id, name, host, region, machine_image_id, image, cpu_milli, memory_bytes, storage_bytes, daily_price_micros)
       values ($1, $2, $3, 'boat', $4, 'us-west', 'nano', 'longshore/hello:1', 100, 134217728, 536870912, 1)`,
      [id, organizationId, projectId, `boat-${id.slice(0, 8)}`],
    )
    return id
  },
  cluster: async ({ pool }, { organizationId }) => {
    const id = randomUUID()
    await pool.query(`insert into cluster (id, organization_id, name, repository) values ($1, $2, 'fleet', $3)`, [
      id,
      organizationId,
      `https://example.org/${id}`,
    ])
    return id
  },
  volume: async ({ pool }, { organizationId, projectId }) => {
    const id = randomUUID()
    await pool.query(
      `insert into volume (id, organization_id, project_id, name, class, size_bytes, region, daily_price_micros)
       values ($1, $2, $3, $4, 'beta2', 1073741824, 'us-west', 1)`,
      [id, organizationId, projectId, `hold-${id.slice(0, 8)}`],
    )
    return id
  },
  address: async ({ pool }, { organizationId, projectId }) => {
    const id = randomUUID()
    const octets = [...Buffer.from(id.slice(0, 6), 'hex')].join('.')
    await pool.query(
      `insert into address (id, organization_id, project_id, type, name, ip, region, daily_price_micros)
       values ($1, $2, $3, 'static', $4, $5, 'us-west', 1)`,
      [id, organizationId, projectId, `berth-${id.slice(0, 8)}`, `127.${octets}`],
    )
    return id
  },
  domain: async ({ pool }, { organizationId, instanceId }) => {
    const id = randomUUID()
    await pool.query(
      `insert into domain (id, organization_id, instance_id, type, name, proof, next_check_at)
       values ($1, $2, $3, 'subdomain', $4, 'a-proof', null)`,
      [id, organizationId, instanceId, `pier-${id.slice(0, 8)}.example.test`],
    )
    return id
  },
  variableGroup: async ({ pool }, { organizationId, projectId }) => {
    const id = randomUUID()
    await pool.query(
      `insert into variable_group (id, organization_id, project_id, name, variables, sealed) values ($1, $2, $3, $4, '[]', '')`,
      [id, organizationId, projectId, `group-${id.slice(0, 8)}`],
    )
    return id
  },
  drain: async ({ pool }, { organizationId }) => {
    const id = randomUUID()
    const target = { type: 'http', url: 'https://logs.example.test', gzip: false, headers: [] }
    await pool.query(
      `insert into drain (id, organization_id, name, enabled, log_types, streams, target, sealed, starts_at)
       values ($1, $2, $3, false, '["instanceLogs"]', '["stdout"]', $4, '', now())`,
      [id, organizationId, `drain-${id.slice(0, 8)}`, target],
    )
    return id
  },
  savedView: async ({ pool }, { organizationId, projectId }) => {
    const id = randomUUID()
    await pool.query(
      `insert into saved_view (id, organization_id, project_id, name, query) values ($1, $2, $3, $4, 'state=Active')`,
      [id, organizationId, projectId, `view-${id}`],
    )
    return id
  },
  alert: async ({ pool }, { organizationId }) => {
    const id = randomUUID()
    await pool.query(
      `insert into alert (id, organization_id, name, severity, condition, notify, mail)
       values ($1, $2, $3, 'warning', '{"kind":"crashLoop"}', true, false)`,
      [id, organizationId, `rule-${id}`],
    )
    return id
  },
  alertChannel: async ({ pool }, { organizationId }) => {
    const id = randomUUID()
    await pool.query(
      `insert into alert_channel (id, organization_id, name, type, url, shown_url) values ($1, $2, $3, 'slack', '', 'https://hooks.slack.com/…')`,
      [id, organizationId, `channel-${id}`],
    )
    return id
  },
}

const alertRule = {
  projectId: null,
  instanceId: null,
  service: '',
  severity: 'warning',
  condition: { kind: 'crashLoop' },
  channelIds: [],
  notify: true,
  mail: false,
}

/** Valid bodies of the calls of all kinds. */
export const kindBodies: Partial<Record<CallName, (fixture: FixtureIds) => Record<string, unknown>>> = {
  createProject: ({ organizationId }) => ({ organizationId, name: 'harbour' }),
  createInstance: ({ organizationId, projectId }) => ({
    organizationId,
    projectId,
    name: 'boat',
    region: 'us-west',
    image: 'longshore/hello:1',
    machineImageId: 'nano',
  }),
  closeInstance: ({ organizationId }) => ({ organizationId }),
  createClusterInstance: ({ organizationId, projectId }) => ({
    organizationId,
    projectId,
    name: 'boat',
    region: 'us-west',
    image: 'longshore/hello:1',
    machineImageId: 'nano',
    clusterUrl: 'https://example.org/fleet',
    clusterName: 'fleet',
  }),
  closeInstances: ({ organizationId, instanceId }) => ({ organizationId, instanceIds: [instanceId] }),
  moveInstances: ({ organizationId, projectId, instanceId }) => ({
    organizationId,
    projectId,
    instanceIds: [instanceId],
  }),
  deleteInstances: ({ organizationId, instanceId }) => ({ organizationId, instanceIds: [instanceId] }),
  rollbackInstance: () => ({ deploymentNumber: 1 }),
  wakeInstance: () => ({}),
  updateAutoscalingRules: () => ({ autoscalingRules: null }),
  updateHealthCheck: () => ({ healthCheck: null }),
  startRun: () => ({ command: ['date'] }),
  createJob: () => ({ name: 'nightly', command: ['date'], schedule: '0 3 * * *' }),
  renameInstance: () => ({ name: 'ship' }),
  setProjectState: () => ({ state: 'MAINTAINED' }),
  duplicateInstance: ({ projectId }) => ({ projectId, name: 'ship' }),
  moveInstance: ({ projectId }) => ({ projectId }),
  revealVariable: () => ({ name: 'GREETING' }),
  executeCommand: () => ({ command: ['true'] }),
  openShell: () => ({ kind: 'terminal' }),
  leaseAddress: () => ({ name: 'berth' }),
  createDomain: () => ({ type: 'domain', name: 'harbour.test' }),
  updateDomain: () => ({ redirectToHttps: false }),
  uploadCertificate: () => ({ certificate: 'a certificate', privateKey: 'a key' }),
  resizeVolume: () => ({ sizeBytes: 2_147_483_648 }),
  createVariableGroup: () => ({ name: 'shared', variables: [{ name: 'MODE', value: 'calm' }] }),
  updateVariableGroup: () => ({ variables: [{ name: 'MODE', value: 'rough' }] }),
  revealGroupVariable: () => ({ name: 'MODE' }),
  createDrain: () => ({ name: 'Collector', target: { type: 'http', url: 'https://logs.example.test/in' } }),
  updateDrain: () => ({ name: 'Archive' }),
  setDrainState: () => ({ enabled: false }),
  createSnapshot: () => ({ name: 'Before' }),
  uploadArchive: () => ({ name: 'Archive' }),
  renameSnapshot: () => ({ name: 'After' }),
  restoreSnapshot: () => ({ newVolume: 'copy' }),
  createBackup: ({ volumeId }) => ({
    name: 'Nightly',
    source: { content: 'volume', volumeId },
    schedule: '0 3 * * *',
  }),
  createSavedView: () => ({ name: 'Failed', query: 'state=Failed-start' }),
  renameSavedView: () => ({ name: 'Active' }),
  createAlert: () => ({ ...alertRule, name: 'Crash loops' }),
  updateAlert: () => ({ ...alertRule, name: 'Crash loops of all' }),
  muteAlert: () => ({ muted: { until: null } }),
  acknowledgeIncident: ({ alertId }) => ({ incidentId: alertId }),
  previewAlert: () => ({ projectId: null, instanceId: null, service: '', condition: { kind: 'crashLoop' } }),
  createAlertChannel: () => ({ name: 'On call', type: 'webhook', url: 'https://hooks.example.org/alerts' }),
  updateAlertChannel: () => ({ name: 'Nights' }),
}

interface SampleCall {
  path: string
  body: Record<string, unknown>
}

/**
 * Creates a resource through the API, which returns it in a field named as its kind. A tenant of the fuzzer already has
 * a project and an instance.
 */
export const sampleCalls: Readonly<Partial<Record<KindName, (fixture: FixtureIds, mark: string) => SampleCall>>> = {
  variableGroup: ({ projectId }, mark) => ({
    path: `compute-project/${projectId}/variable-groups`,
    body: {
      name: `group-${mark.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`,
      variables: [{ name: 'MODE', value: mark }],
    },
  }),
  savedView: ({ projectId }, mark) => ({
    path: `compute-project/${projectId}/saved-views`,
    body: { name: mark, query: 'state=Active' },
  }),
  alert: ({ organizationId }, mark) => ({
    path: `organization/${organizationId}/alerts`,
    body: { ...alertRule, name: mark },
  }),
  alertChannel: ({ organizationId }, mark) => ({
    path: `organization/${organizationId}/alert-channels`,
    body: { name: mark, type: 'webhook', url: 'https://hooks.example.org/alerts' },
  }),
}
