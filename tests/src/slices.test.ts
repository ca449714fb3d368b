import { expect, test } from 'vitest'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { Notification } from '../../src/contract/wire/notification.ts'
import { staleIds } from '../../src/core/entities.ts'
import { allInstances, instances, transitionOf } from '../../src/instances/instances.ts'
import { freshnessOf, live, needsPolling } from '../../src/live/live.ts'
import type { Connection, LiveMessage } from '../../src/live/live-message.ts'
import { modals } from '../../src/modals/modals.ts'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { selectResolvedTheme, theme } from '../../src/theme/theme.ts'
import { type Toast, toasts } from '../../src/toasts/toasts.ts'

const instance = (over: Partial<Instance>): Instance =>
  ({ _id: 'i', revision: 1, state: 'Starting', desiredState: 'active', ...over }) as Instance
const received = (...events: OrganizationEvent[]): LiveMessage => ({
  type: 'socket/organizationChanged',
  organizationId: 'o',
  packets: events.map((event, at) => ({ sequence: at + 1, at: '', event })),
})
const created = (...rows: Instance[]): LiveMessage =>
  received(...rows.map((row) => ({ kind: 'instanceCreated' as const, row })))
const changed = (revision: number, changes: Partial<Instance>): LiveMessage =>
  received({ kind: 'instanceChanged', id: 'i' as never, revision, changes: { revision, ...changes } as never })
const read = (row: Instance) =>
  ({
    type: 'api/readInstance.succeeded',
    input: { id: 'i' },
    response: { instance: row },
    atMs: 0,
    requestId: null,
  }) as never

test('given a newer row, when an older one arrives late, then the newer one stays', () => {
  const newer = instances.reduce(instances.initial, created(instance({ revision: 5, state: 'Active' })))
  expect(instances.reduce(newer, created(instance({ revision: 4 })))).toBe(newer)
  expect(instances.reduce(newer, changed(4, { state: 'Closed' }))).toBe(newer)
  expect(instances.reduce(newer, changed(5, { state: 'Closed' }))).toBe(newer)
})

test('given a row, when a change of its next revision arrives, then its fields are merged and the others stay', () => {
  const known = instances.reduce(instances.initial, created(instance({ name: 'web' })))
  const after = instances.reduce(known, changed(2, { state: 'Active' }))
  expect(allInstances(after)).toStrictEqual([instance({ name: 'web', state: 'Active', revision: 2 })])
  expect(staleIds(after)).toStrictEqual([])
})

test('given a missed change, when the next one arrives, then the row is stale until it is refetched', () => {
  const known = instances.reduce(instances.initial, created(instance({})))
  const behind = instances.reduce(known, changed(3, { state: 'Active' }))
  expect(allInstances(behind)).toStrictEqual([instance({})])
  expect(staleIds(behind)).toStrictEqual(['i'])
  expect(staleIds(instances.reduce(behind, read(instance({ revision: 2 })))), 'read too early').toStrictEqual(['i'])
  expect(staleIds(instances.reduce(behind, read(instance({ revision: 4 }))))).toStrictEqual([])
})

test('given a change that arrived before its row, when an older row arrives, then the row is stale', () => {
  const early = instances.reduce(instances.initial, changed(6, { state: 'Active' }))
  expect(staleIds(early), 'no view shows it').toStrictEqual([])
  expect(staleIds(instances.reduce(early, read(instance({ revision: 5 }))))).toStrictEqual(['i'])
  expect(staleIds(instances.reduce(early, read(instance({ revision: 6 }))))).toStrictEqual([])
})

test('given progress messages, when they arrive, then older ones and those of unknown rows are ignored', () => {
  const progress = (id: string, revision: number, progressMessage: string): LiveMessage =>
    received({ kind: 'instanceProgressed', id: id as never, revision, progressMessage })
  const known = instances.reduce(instances.initial, created(instance({ revision: 5, progressMessage: 'Pulling' })))
  expect(instances.reduce(known, progress('i', 5, 'Queued'))).toBe(known)
  expect(instances.reduce(known, progress('other', 9, 'Starting'))).toBe(known)
  const after = instances.reduce(known, progress('i', 6, 'Starting'))
  expect(allInstances(after)).toMatchObject([{ revision: 6, progressMessage: 'Starting', state: 'Starting' }])
})

test('given missed progress, when a change arrives, then it is merged into any revision since the last event', () => {
  const known = instances.reduce(instances.initial, created(instance({ revision: 5 })))
  const change = { kind: 'instanceChanged', id: 'i' as never, after: 5, revision: 8 } as const
  const merged = instances.reduce(known, received({ ...change, changes: { revision: 8, state: 'Active' } as never }))
  expect(allInstances(merged)).toMatchObject([{ revision: 8, state: 'Active' }])
  expect(staleIds(merged)).toStrictEqual([])
  const behind = instances.reduce(known, received({ ...change, after: 6, changes: { revision: 8 } as never }))
  expect(allInstances(behind)).toMatchObject([{ revision: 5 }])
  expect(staleIds(behind)).toStrictEqual(['i'])
  const progress = received({ kind: 'instanceProgressed', id: 'i' as never, revision: 9, progressMessage: 'Late' })
  expect(instances.reduce(behind, progress), 'a row that lacks an event shows no newer progress').toBe(behind)
})

test('given a removed instance, when a late response contains it, then it stays removed [P4.11]', () => {
  const known = instances.reduce(instances.initial, created(instance({})))
  const removed = instances.reduce(known, received({ kind: 'instanceRemoved', id: 'i' as never }))
  expect(allInstances(instances.reduce(removed, read(instance({ revision: 9 }))))).toStrictEqual([])
  expect(allInstances(instances.reduce(removed, created(instance({ revision: 9 }))))).toStrictEqual([])
})

test('given a live change, then state and status are set and services are replaced with their ports; a failure sets its status [P4.13]', () => {
  const services = (url: string | null) => [{ name: 'app', ports: [{ containerPort: 80, url }] }] as never
  const known = instances.reduce(instances.initial, created(instance({ status: 'Pending', services: services(null) })))
  const url = 'http://app.example.org'
  const serving = { state: 'Active', status: 'Deployed', services: services(url) } as const
  const after = instances.reduce(known, changed(2, serving))
  expect(allInstances(after)).toMatchObject([serving])
  const failed = instances.reduce(after, changed(3, { status: 'Failed' }))
  expect(allInstances(failed)).toMatchObject([{ ...serving, status: 'Failed' }])
})

test('given ten thousand changes in one message, when it is reduced, then every row is stored', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) =>
    instance({ _id: `i${at}` as never, revision: 2, state: 'Active' }),
  )
  const before = instances.reduce(instances.initial, created(...rows.map((row) => ({ ...row, revision: 1 }))))
  const state = instances.reduce(before, created(...rows))
  expect(allInstances(state)).toHaveLength(10_000)
  expect(allInstances(state).every(({ revision, state }) => revision === 2 && state === 'Active')).toBe(true)
})

test('derives the transition from the desired and the observed state', () => {
  expect(transitionOf(instance({ state: 'Starting' }))).toBe('starting')
  expect(transitionOf(instance({ state: 'Active', desiredState: 'closed' }))).toBe('closing')
  expect(transitionOf(instance({ state: 'Closed', desiredState: 'closed' }))).toBeNull()
  expect(transitionOf(instance({ state: 'Active', desiredState: 'deleted' }))).toBe('deleting')
})

test('given a live connection, when it breaks, then the data is as of then', () => {
  const at = (connection: 'live' | 'reconnecting', atMs: number): LiveMessage => ({
    type: 'socket/connectionChanged',
    connection,
    atMs,
  })
  const broken = [at('live', 10), at('reconnecting', 50), at('reconnecting', 90)].reduce(live.reduce, live.initial)
  expect(freshnessOf(broken)).toStrictEqual({ kind: 'reconnecting', asOfMs: 50 })
  const offline = live.reduce(broken, { type: 'socket/onlineChanged', online: false, atMs: 100 })
  expect(freshnessOf(offline)).toStrictEqual({ kind: 'offline', sinceMs: 100, asOfMs: 50 })
})

test('polling is needed while there is a network but no live connection, also before the first one', () => {
  const connected = (connection: Connection) =>
    live.reduce(live.initial, { type: 'socket/connectionChanged', connection, atMs: 0 })
  expect(needsPolling(live.initial)).toBe(true)
  expect(needsPolling(connected('reconnecting'))).toBe(true)
  expect(needsPolling(connected('live'))).toBe(false)
  expect(needsPolling(connected('polling'))).toBe(false)
  expect(needsPolling(live.reduce(live.initial, { type: 'socket/onlineChanged', online: false, atMs: 0 }))).toBe(false)
})

test('given two views of one topic, when one leaves, then it is still watched', () => {
  const watch: LiveMessage = { type: 'ui/topicWatched', topic: 't', after: 3 }
  const leave: LiveMessage = { type: 'ui/topicLeft', topic: 't' }
  const states = [watch, watch, leave].reduce(live.reduce, live.initial)
  expect(states.topics).toStrictEqual({ t: { views: 1, after: 3 } })
  expect(live.reduce(states, leave).topics).toStrictEqual({})
})

const sent = (id: string) => ({ type: 'ui/toastRequested', id, kind: 'info', message: id }) as const
const notification: Notification = {
  _id: 'n',
  sequence: 1,
  read: false,
  title: '',
  message: 'Paid',
  description: '',
  type: 'warning',
  timestamp: 10_000,
  createdAt: '2026-01-01T00:00:00.000Z',
  session: null,
  additionalData: {},
}

test('toasts are listed newest first, titled by kind, and the oldest of six is removed [A2.34, A9.1]', () => {
  const visible = ['a', 'b', 'c', 'd', 'e', 'f'].map(sent).reduce<Toast[]>(toasts.reduce, [])
  expect(visible.map(({ message, title }) => [message, title])).toStrictEqual([
    ['f', 'New Info'],
    ['e', 'New Info'],
    ['d', 'New Info'],
    ['c', 'New Info'],
    ['b', 'New Info'],
  ])
})

test('a notification is shown when it is younger than 5 s and has a message [A2.34, P9.7]', () => {
  const arrive = (atMs: number, over: Partial<Notification> = {}) =>
    toasts.reduce([], { type: 'sse/notified', notification: { ...notification, ...over }, atMs })
  expect(arrive(14_999)).toMatchObject([{ title: 'Warning', message: 'Paid', kind: 'warning' }])
  expect(arrive(15_000)).toStrictEqual([])
  expect(arrive(10_000, { message: '' })).toStrictEqual([])
})

test('a mutation shows the contract’s message on success and the server’s on failure [A8.1, P8.1, P8.12]', () => {
  const input = { id: 'i' }
  const succeeded = { type: 'api/deleteInstance.succeeded', input, response: { message: '' }, atMs: 1, requestId: 'a' }
  const failure = { kind: 'apiError', status: 409, code: 'x', message: 'Not now.', fields: [] }
  const failed = { type: 'api/deleteInstance.failed', input, failure, atMs: 2, requestId: 'b' }
  const visible = [succeeded, failed].reduce<Toast[]>((state, next) => toasts.reduce(state, next as never), [])
  expect(visible).toMatchObject([
    { kind: 'error', title: 'Error Found', message: 'Not now.' },
    { kind: 'success', title: 'Successful', message: 'Instance successfully deleted' },
  ])
})

test('a failed log download says Error exporting logs before the reason, a failed health check does not [P8.5]', () => {
  const failed = {
    type: 'api/triggerInstance.failed',
    input: { type: 'download-logs' },
    failure: { kind: 'offline' },
    atMs: 2,
    requestId: 'b',
  }
  const [visible] = toasts.reduce([], failed as never)
  expect(visible).toMatchObject({
    kind: 'error',
    message: expect.stringMatching(/^Error exporting logs\. No connection/),
  })
  const [ofCheck] = toasts.reduce([], { ...failed, input: { type: 'instance-health-check' } } as never)
  expect(ofCheck).toMatchObject({ message: expect.stringMatching(/^No connection/) })
})

test('field errors are not shown in a toast', () => {
  const failure = {
    kind: 'apiError',
    status: 400,
    code: 'invalid',
    message: 'Not valid.',
    fields: [{ field: 'name', message: 'x' }],
  }
  const failed = { type: 'api/createProject.failed', input: {}, failure, atMs: 2, requestId: 'b' }
  expect(toasts.reduce([], failed as never)).toStrictEqual([])
})

test('given a call whose page shows its error, when it fails, then there is no toast', () => {
  const failure = { kind: 'apiError', status: 409, code: 'instanceNotActive', message: 'Not running.', fields: [] }
  const failed = { type: 'api/openShell.failed', input: {}, requestId: null, atMs: 0, failure }
  expect(toasts.reduce([], failed as never)).toStrictEqual([])
})

test('the theme is dark by default; the system’s preference applies only if chosen [A2.32]', () => {
  expect(selectResolvedTheme({ theme: theme.initial })).toBe('dark')
  const light = theme.reduce(theme.initial, { type: 'storage/darkPreferred', dark: false })
  expect(selectResolvedTheme({ theme: light })).toBe('dark')
  expect(selectResolvedTheme({ theme: theme.reduce(light, { type: 'ui/themeChosen', theme: 'default' }) })).toBe(
    'light',
  )
})

test('modals are a stack: closes the top one, a named one, or all [A2.40, P2.14]', () => {
  const open = (kind: 'palette' | 'shortcuts' | 'createNewComputeProject') =>
    ({ type: 'ui/modalOpened', modal: { kind } }) as const
  const three = [open('palette'), open('shortcuts'), open('createNewComputeProject')].reduce(
    modals.reduce,
    modals.initial,
  )
  const kinds = (state: typeof three) => state.map(({ kind }) => kind)
  expect(kinds(modals.reduce(three, { type: 'ui/modalClosed' }))).toStrictEqual(['palette', 'shortcuts'])
  expect(kinds(modals.reduce(three, { type: 'ui/modalClosed', kind: 'shortcuts' }))).toStrictEqual([
    'palette',
    'createNewComputeProject',
  ])
  expect(modals.reduce(three, { type: 'ui/modalsCleared' })).toStrictEqual([])
})

const organization = (id: string) => ({ _id: id, profile: { username: `name-${id}` } })
const stateOf = (over: object) =>
  ({
    organizations: {
      user: { organizations: [organization('a'), organization('b')], defaultOrganization: null },
      username: null,
      lastSelected: null,
      ...over,
    },
  }) as never

test('selects the organisation in the path, else the last selected, else the first [A4.5, A9.7]', () => {
  expect(selectOrganization(stateOf({ username: 'name-b' }))?._id).toBe('b')
  expect(selectOrganization(stateOf({ lastSelected: 'b' }))?._id).toBe('b')
  expect(selectOrganization(stateOf({ username: 'nobody' }))?._id).toBe('a')
  const user = { organizations: [organization('a'), organization('b')], defaultOrganization: 'b' }
  expect(selectOrganization(stateOf({ user }))?._id, 'not the default one').toBe('a')
})
