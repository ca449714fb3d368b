import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type Api, apiOf } from '../faults/support/api.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { until } from '../server/until.ts'

const image = 'longshore/hello:1'
const activeMs = 40_000

export interface ProcessProduct {
  controlPlane: ControlPlane
  api: Api
  /** Deploys an instance with a tenant's own program, which listens on port 8080; resolves when it is active. */
  run(script: string, environment?: Record<string, string>): Promise<Instance>
  create(settings: object): Promise<{ status: number; body: { instance?: Instance; fields?: unknown } }>
  settled(instance: Instance): Promise<Instance>
  /** Resolves with the instance's response through the gateway. */
  visit(instance: Instance, path?: string): Promise<string>
  end(): Promise<void>
}

/** Starts the real control plane with the process engine. */
export async function startProcessProduct(): Promise<ProcessProduct> {
  const controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
  const token = await controlPlane.signIn('mallory')
  const api = apiOf(controlPlane.url, token)
  const project = await makeProject(controlPlane.url, token)

  const create: ProcessProduct['create'] = (settings) =>
    api.request('POST', 'compute-instance/create', {
      organizationId: project.organizationId,
      projectId: project.projectId,
      name: 'Attacker',
      region: 'us-west',
      image,
      machineImageId: 'nano',
      ...settings,
    })
  const settled: ProcessProduct['settled'] = (instance) =>
    until(async () => {
      const now = await api.instance(instance._id)
      return now.state === 'Starting' ? undefined : now
    }, activeMs)

  return {
    controlPlane,
    api,
    create,
    settled,
    async run(script, environment = {}) {
      const { status, body } = await create({
        command: ['node', '-e', script],
        environment: Object.entries(environment).map(([name, value]) => ({ name, value })),
        ports: [{ containerPort: 8080 }],
      })
      expect(body).toMatchObject({ instance: {} })
      expect(status).toBe(200)
      const active = await settled(body.instance as Instance) // Checked by the expectation on `body` above.
      expect(active, JSON.stringify(active)).toMatchObject({ state: 'Active' })
      return active
    },
    async visit(instance, path = '/') {
      const { host } = new URL(instance.latestUrlPreview ?? '')
      const request = () =>
        new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
          const options = { host: '127.0.0.1', port: controlPlane.port, path, headers: { host } }
          const clientRequest = get(options, async (response) =>
            resolve({ status: response.statusCode, body: await text(response) }),
          )
          clientRequest.on('error', reject)
        })
      // The gateway learns of an active instance from an event, a moment after the API.
      const { body } = await until(async () => {
        const response = await request()
        return response.status !== 503 && response
      })
      return body
    },
    end: controlPlane.end,
  }
}

/** Returns a script for a workload that runs an attack and returns its result as a page. */
export const reporting = (attack: string): string => `
const fs = require('node:fs'), net = require('node:net'), http = require('node:http'), cp = require('node:child_process')
const tried = (work) => { try { return work() ?? 'done' } catch (error) { return error.code ?? String(error) } }
const reach = (options) => new Promise((resolve) => {
  const socket = net.connect(options)
  socket.setTimeout(3000, () => { socket.destroy(); resolve('timeout') })
  socket.once('connect', () => { socket.destroy(); resolve('connected') })
  socket.once('error', (error) => resolve(error.code))
})
const attack = async () => { ${attack} }
http.createServer(async (request, response) => response.end(JSON.stringify(await attack()))).listen(process.env.PORT)`
