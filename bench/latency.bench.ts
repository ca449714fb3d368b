import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { io } from 'socket.io-client'
import type { OrganizationPacket } from '../src/contract/live.ts'
import { dockerAt, startContainerEngine } from '../tests/container-engine.ts'
import { openBrowser, signedIn } from './support/browser.ts'
import { client, type Deployed, deploy, makeProject, settled, startControlPlane } from './support/control-plane.ts'
import { printFigure, quantile } from './support/figures.ts'

/** Time from the exit of a workload in the engine to its new state on screen, in a tab without the socket. */
const INSTANCES = 8
const KILLS_OF_EACH = 4
const BAR_MS = 120
const IMAGE = 'longshore/clock:1'

declare global {
  interface Window {
    /** The state changes of rows, with their time in milliseconds since 1970. */
    changes?: { name: string; state: string; atMs: number }[]
  }
}

/** Records every change of a row's state inside the page: polling from outside would add latency. */
const noteChanges = (page: Page) =>
  page.evaluate(() => {
    const changes: NonNullable<Window['changes']> = []
    window.changes = changes
    const known = new Map<string, string>()
    const check = () => {
      for (const row of document.querySelectorAll('tbody tr')) {
        const [first, second] = row.children
        const name = /bench [0-9a-f]{6}/.exec(first?.textContent ?? '')?.[0] ?? ''
        const state = /^(Active|Starting|Failed|Closed)/.exec(second?.textContent ?? '')?.[0] ?? ''
        if (known.get(name) === state) continue
        known.set(name, state)
        changes.push({ name, state, atMs: performance.timeOrigin + performance.now() })
      }
    }
    check()
    new MutationObserver(check).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

const waitForState = async (page: Page, name: string, state: string, afterMs: number): Promise<number> => {
  const seen = await page.waitForFunction(
    (expected) =>
      window.changes?.find(
        (change) => change.name === expected.name && change.state === expected.state && change.atMs > expected.afterMs,
      )?.atMs,
    { name, state, afterMs },
    { polling: 100, timeout: 30_000 },
  )
  return (await seen.jsonValue()) ?? Number.NaN
}

const engine = await startContainerEngine()
const browser = await openBrowser()
if ('skipped' in engine || !browser) {
  console.log(`Skipped: ${'skipped' in engine ? engine.skipped : 'no Chromium was found: install it, or set CHROMIUM'}`)
  process.exit(0)
}
const docker = dockerAt(engine.host)
const controlPlane = await startControlPlane({
  LONGSHORE_ENGINE: 'docker',
  DOCKER_HOST: engine.host,
  LONGSHORE_LOG: 'error',
})

/** When each container exited, by the engine's own clock. */
const endedAt = new Map<string, number>()
const events = await docker.getEvents({ filters: { type: ['container'], event: ['die'] } })
events.on('data', (data: Buffer) => {
  for (const line of data.toString().split('\n').filter(Boolean)) {
    const { Actor, timeNano } = JSON.parse(line)
    endedAt.set(Actor.Attributes['longshore.label.instance'] ?? '', timeNano / 1e6)
  }
})

const containerOf = async (instanceId: string) => {
  const [found] = await docker.listContainers({ filters: { label: [`longshore.label.instance=${instanceId}`] } })
  if (!found) throw new Error(`Instance ${instanceId} has no container.`)
  return docker.getContainer(found.Id)
}

try {
  const token = await controlPlane.signIn('bench')
  const made = await makeProject(controlPlane.url, token)
  const instances: (Deployed & { name: string })[] = []
  for (let at = 0; at < INSTANCES; at += 1) {
    const { _id } = await deploy(controlPlane.url, token, made, IMAGE, [])
    const { instance } = await client(controlPlane.url, token).request<{ instance: Deployed & { name: string } }>(
      'GET',
      `compute-instance/${_id}`,
    )
    instances.push(instance)
  }
  for (const { _id } of instances) await settled(controlPlane.url, token, _id, 'Active')

  const context = await signedIn(browser, controlPlane.url, token)
  const leader = await context.newPage()
  const follower = await context.newPage()
  for (const page of [leader, follower]) {
    // Without a graphics processor, drawing a spinner takes the time of the engine and of the control plane.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${controlPlane.url}/${made.username}/project/${made.projectId}`)
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
    await noteChanges(page)
  }

  // A client without a browser tells the server's share from the console's.
  const socket = io(controlPlane.url, { auth: { token }, transports: ['websocket'] })
  const published = new Map<string, { writtenMs: number; receivedMs: number }>()
  socket.on('packets', ({ packets }: { packets: OrganizationPacket[] }) => {
    // The first of the two events of an exit is the one that changes the row's state.
    for (const { at, event } of packets)
      if (event.kind === 'instanceChanged' && event.changes.state === 'Starting' && !published.has(event.id))
        published.set(event.id, { writtenMs: Date.parse(at), receivedMs: performance.timeOrigin + performance.now() })
  })
  await new Promise((resolve) =>
    socket.emit('watch', { topic: `organization/${made.organizationId}`, after: null }, resolve),
  )

  const took = { leader: [] as number[], follower: [] as number[] }
  const hops = {
    'engine → database': [] as number[],
    'database → socket': [] as number[],
    'socket → screen': [] as number[],
  }
  for (let round = 0; round < KILLS_OF_EACH; round += 1) {
    for (const { _id, name } of instances) {
      await settled(controlPlane.url, token, _id, 'Active')
      await waitForState(follower, name, 'Active', endedAt.get(_id) ?? 0)
      endedAt.delete(_id)
      published.delete(_id)
      await (await containerOf(_id)).kill()
      while (!endedAt.has(_id)) await pause(5)
      const atMs = endedAt.get(_id) ?? Number.NaN
      const shownMs = await waitForState(follower, name, 'Starting', atMs)
      took.follower.push(shownMs - atMs)
      took.leader.push((await waitForState(leader, name, 'Starting', atMs)) - atMs)
      const { writtenMs = Number.NaN, receivedMs = Number.NaN } = published.get(_id) ?? {}
      hops['engine → database'].push(writtenMs - atMs)
      hops['database → socket'].push(receivedMs - writtenMs)
      hops['socket → screen'].push(shownMs - receivedMs)
    }
  }
  console.log(`\nLive: a workload ends in the engine → on screen, ${took.follower.length} changes`)
  const spread = (values: number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(0)} ms, worst ${quantile(values, 1).toFixed(0)} ms`
  printFigure('in another tab, p95', quantile(took.follower, 0.95), 'ms', BAR_MS, spread(took.follower))
  console.log(
    `          in the tab with the socket, which is in the background, p95: ${quantile(took.leader, 0.95).toFixed(0)} ms (${spread(took.leader)})`,
  )
  for (const [hop, values] of Object.entries(hops))
    console.log(`          ${hop}, p95: ${quantile(values, 0.95).toFixed(0)} ms (${spread(values)})`)
  socket.close()
  for (const { _id } of instances) await client(controlPlane.url, token).request('DELETE', `compute-instance/${_id}`)
  while (
    (await docker.listContainers({ all: true, filters: { label: [`longshore.label.project=${made.projectId}`] } }))
      .length > 0
  )
    await pause(100)
} finally {
  await browser.close()
  await controlPlane.stop()
  await engine.stop()
}
process.exit(0)
