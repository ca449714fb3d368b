import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeploymentId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

describe('deploying on the process engine', () => {
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness()
  })
  afterAll(() => harness.close())

  test('an instance starts, responds on its port, closes and is deleted [P3.8] [P3.9] [P4.2] [P4.11]', async () => {
    const made = await harness.deploy({ name: 'Hello there' })
    expect(made).toMatchObject({
      state: 'Starting',
      status: 'Queued',
      desiredState: 'active',
      ports: [{ containerPort: 8080, url: null }],
    })

    const active = await harness.inState(made._id, 'Active')
    expect(active).toMatchObject({ status: 'Deployed', progressMessage: '', error: null })
    expect(active.latestUrlPreview).toMatch(/^http:\/\/hello-there-[a-z0-9]{6}\.localhost:4600$/)
    const [port] = active.ports
    const page = await fetch(`http://127.0.0.1:${port?.hostPort}/health`)
    expect(page.status).toBe(200)
    expect(await harness.lines(active, 'logs')).toEqual([
      'Queued: longshore/hello:1 in us-west',
      'Fetching the image longshore/hello:1',
      expect.stringContaining('Image ready'),
      'Starting the program',
      'Waiting for port 8080 to respond',
      `Active at ${active.latestUrlPreview}`,
    ])
    // Everything that clients know of an instance and of a deployment.
    expect(active).toMatchObject({
      _id: made._id,
      name: 'Hello there',
      computeProject: harness.projectId,
      providerHost: '127.0.0.1',
      domains: [],
      services: [
        { name: 'app', ports: [{ containerPort: 8080, url: active.latestUrlPreview }], autoscalingRules: null },
      ],
      ports: [{ containerPort: 8080 }],
      activeDeployment: active.deployments[0]?._id,
      extendedInstances: [{ defaultDailyTopup: expect.any(Number), price: expect.any(Number) }],
      totalInstances: 1,
    })
    const { deployment } = await harness.call('readDeployment', { id: active.deployments[0]?._id as DeploymentId })
    expect(deployment).toMatchObject({
      status: 'Deployed',
      services: [{ name: 'app', ports: [{ containerPort: 8080 }] }],
      protocolData: { providerHost: '127.0.0.1' },
      logsLength: 6,
    })

    const { instance: closing } = await harness.call('closeInstance', {
      id: made._id,
      organizationId: harness.organizationId,
    })
    expect(closing).toMatchObject({ desiredState: 'closed', progressMessage: 'Closing' })
    const closed = await harness.inState(made._id, 'Closed')
    expect(closed.deployments[0]).toMatchObject({ status: 'Deprecated', endedAt: expect.any(String) })
    expect(await harness.engine.list()).toEqual([])

    await harness.call('deleteInstance', { id: made._id })
    await harness.waitUntilDeleted(made._id)
    const events = await harness.events()
    expect(events.filter((event) => event.kind === 'instanceRemoved')).toEqual([
      { kind: 'instanceRemoved', id: made._id },
    ])
  })
})
