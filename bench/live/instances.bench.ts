import { setTimeout as pause } from 'node:timers/promises'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { requireBrowser, signedIn } from '../support/browser.ts'
import { client, deploy, makeProject, settled } from '../support/control-plane.ts'
import { printFigure, printMinimum, quantile } from '../support/figures.ts'
import { readFrames, recordFrames } from '../support/frames/frames.ts'
import { startControlPlaneWithStore } from '../support/live-database.ts'
import { readDelays, recordDelays } from '../support/render-delays.ts'

/** A large fleet that changes constantly, on the page that lists it. */
const INSTANCES = 10_000
const CHANGES_PER_SECOND = 2000
const SECONDS = 20
const TICK_MS = 10
/** Only the first rows of the list are on screen; every tick changes one of them. */
const ROWS_ON_SCREEN = 15

const browser = await requireBrowser()
const controlPlane = await startControlPlaneWithStore()

/** Inserts copies of one deployed instance into the database. */
const multiply = async (id: string) => {
  await controlPlane.store.pool.query(
    `insert into instance (organization_id, project_id, name, host, region, machine_image_id, image, cpu_milli,
       memory_bytes, storage_bytes, daily_price_micros, desired_state, state, status, active_deployment, observed_at, created_at)
     select organization_id, project_id, 'ship ' || lpad(n::text, 5, '0'), 'ship-' || n, region, machine_image_id, image,
       cpu_milli, memory_bytes, storage_bytes, daily_price_micros, 'closed', 'Closed', 'Deprecated', null, observed_at,
       created_at - n * interval '1 second'
     from instance, generate_series(1, $2) as n where id = $1`,
    [id, INSTANCES - 1],
  )
}

const readAll = async (token: string, projectId: string): Promise<Instance[]> => {
  const all: Instance[] = []
  while (all.length < INSTANCES) {
    const { instances } = await client(controlPlane.url, token).request<{ instances: Instance[] }>(
      'GET',
      `compute-project/${projectId}/instances?skip=${all.length}&limit=200`,
    )
    all.push(...instances)
  }
  return all
}

try {
  const token = await controlPlane.signIn('bench')
  const made = await makeProject(controlPlane.url, token)
  const { _id } = await deploy(controlPlane.url, token, made, 'longshore/clock:1', [])
  await settled(controlPlane.url, token, _id, 'Active')
  await multiply(_id)
  const fleet = await readAll(token, made.projectId)

  const page = await (await signedIn(browser, controlPlane.url, token)).newPage()
  await page.goto(`${controlPlane.url}/${made.username}/project/${made.projectId}`)
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  await page.getByText('10,000 instances').waitFor({ timeout: 60_000 })
  await recordDelays(page, { within: 'tbody tr > :first-child', pattern: 'said at (\\d{13})' })
  await recordFrames(page)

  const changed = (at: number, name: string): OrganizationEvent => {
    const before = fleet[at]
    if (!before) throw new Error('The instance does not exist.')
    const state = before.state === 'Active' ? 'Closed' : 'Active'
    const revision = before.revision + 1
    fleet[at] = { ...before, name, state, revision }
    return { kind: 'instanceChanged', id: before._id, revision, changes: { name, state, revision } }
  }
  const begunMs = performance.now()
  const sending: Promise<unknown>[] = []
  for (let sent = 0; sent < CHANGES_PER_SECOND * SECONDS; ) {
    const due = Math.min(CHANGES_PER_SECOND * SECONDS, ((performance.now() - begunMs) / 1000) * CHANGES_PER_SECOND)
    const events: OrganizationEvent[] = [changed(sent % ROWS_ON_SCREEN, `said at ${Date.now()}`)]
    for (sent += 1; sent < due; sent += 1) {
      const at = ROWS_ON_SCREEN + ((sent * 7919) % (INSTANCES - ROWS_ON_SCREEN))
      events.push(changed(at, fleet[at]?.name ?? ''))
    }
    const [first, ...rest] = events
    if (first) sending.push(controlPlane.publish(made.organizationId as OrganizationId, [first, ...rest]))
    await pause(TICK_MS)
  }
  await Promise.all(sending)
  const frames = await readFrames(page)
  await pause(500)
  const delays = await readDelays(page)

  console.log(
    `\nLive: a list of ${INSTANCES.toLocaleString('en-GB')} instances, ${CHANGES_PER_SECOND} changes a second`,
  )
  printMinimum('frames a second', frames.average, '', 55, `worst second ${frames.worst}`)
  printFigure(
    'published → on screen, p95',
    quantile(delays, 0.95),
    'ms',
    150,
    `p50 ${quantile(delays, 0.5).toFixed(0)} ms`,
  )
  console.log(
    `          long tasks: ${frames.longTasksMs.toFixed(0)} ms in ${SECONDS} s; changes seen ${delays.length}`,
  )
} finally {
  await browser.close()
  await controlPlane.stop()
}
process.exit(0)
