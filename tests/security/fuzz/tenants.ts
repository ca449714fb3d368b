import { client, deploy, makeProject, settled } from '../../../bench/support/control-plane.ts'
import { kinds } from '../../../src/contract/kinds/kinds.ts'
import type { ControlPlane } from '../../faults/support/control-plane.ts'
import { sampleCalls } from '../../server/kind-samples.ts'
import type { OrganizationFixture } from '../../server/platform-harness.ts'

export interface Tenant extends OrganizationFixture {
  /** The name of the organisation's owner at the sandbox's identity provider. */
  user: string
  /** The access token of the organisation's owner. */
  token: string
  /** An API token with the default scopes. */
  apiToken: string
}

/**
 * Creates a user with an organisation, a project, a running instance and an API token; `mark` is part of all their
 * names.
 */
export const makeTenant = async (controlPlane: ControlPlane, user: string, mark: string): Promise<Tenant> => {
  const token = await controlPlane.signIn(user)
  const { request } = client(controlPlane.url, token)
  const { organizationId, projectId } = await makeProject(controlPlane.url, token, mark)
  const { organization } = await request<{ organization: Record<string, unknown> }>(
    'GET',
    `organization/${organizationId}`,
  )
  const computeId = /"compute":\{[^}]*"_id":"([0-9a-f-]{36})"/.exec(JSON.stringify(organization))?.[1] ?? organizationId
  const { apiKey } = await request<{ apiKey: { value: string } }>('POST', 'api-keys', {
    name: mark,
    organizationId,
    expiresAt: null,
  })
  const { _id: instanceId } = await deploy(
    controlPlane.url,
    token,
    { organizationId, projectId },
    'longshore/hello:1',
    [8080],
    { MARK: mark },
  )
  const { activeDeployment: deploymentId } = await settled(controlPlane.url, token, instanceId, 'Active')
  const made = { organizationId, computeId, projectId, instanceId, deploymentId }
  const tenant = { user, token, apiToken: apiKey.value, ...made } as Tenant
  // The ids of the other kinds follow.
  for (const { name } of kinds) {
    const sample = sampleCalls[name]?.(tenant, mark)
    if (!sample) continue
    const response = await request<Record<string, { _id: string }>>('POST', sample.path, sample.body)
    tenant[`${name}Id`] = response[name]?._id ?? ''
  }
  return tenant
}

/** Closes every instance of a user and waits for it, to free capacity for another. */
export const closeEverything = async (controlPlane: ControlPlane, token: string): Promise<void> => {
  const { request } = client(controlPlane.url, token)
  const readAll = async <Row>(path: string, rowsOf: (page: Record<string, Row[]>) => Row[] | undefined) => {
    const rows: Row[] = []
    for (;;) {
      const page =
        rowsOf(await request<Record<string, Row[]>>('GET', `${path}?skip=${rows.length}&limit=${PAGE}`)) ?? []
      rows.push(...page)
      if (page.length < PAGE) return rows
    }
  }
  const { user } = await request<{ user: { organizations: { _id: string }[] } }>('GET', 'profile')
  for (const { _id: organizationId } of user.organizations) {
    const projects = await readAll<{ _id: string }>(
      `organization/${organizationId}/compute-projects`,
      (page) => page.projects,
    )
    for (const { _id: projectId } of projects) {
      const instances = await readAll<{ _id: string; state: string }>(
        `compute-project/${projectId}/instances`,
        (page) => page.instances,
      )
      for (const { _id, state } of instances) {
        if (state === 'Closed') continue
        await request('POST', `compute-instance/${_id}/close`, { organizationId })
        await settled(controlPlane.url, token, _id, 'Closed')
      }
    }
  }
}

const PAGE = 50
