import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { Drain } from '../../../../src/contract/wire/drains/drain.ts'
import { targetTypes } from '../../../../ui/drains/target-types.ts'
import { failing, press, waiting } from '../actions.ts'
import type { Scene } from '../scene.ts'

// The page's own address ends the same.
const CALL = '**/api/organization/*/log-drains'

/** The log drains of an organisation, in every state. */
export const drainScenes = (path: string): Scene[] => [
  { name: 'settings-log-drains-loading', path, act: waiting(CALL) },
  { name: 'settings-log-drains-failed', path, act: failing(CALL) },
  {
    name: 'settings-log-drains-empty',
    path,
    before: withDrains([]),
    act: (page) => page.getByText('No log drains').waitFor(),
  },
  {
    name: 'settings-log-drains-states',
    path,
    before: withDrains(['failing', 'paused', 'active']),
    act: (page) => page.getByText('Archive', { exact: true }).first().waitFor(),
  },
  { name: 'settings-log-drains-tested', path, act: tested },
  ...targetTypes.map(({ value, title }) => ({ name: `settings-log-drains-new-${value}`, path, act: newDrain(title) })),
]

const newDrain = (title: string) => async (page: Page) => {
  await press('New log drain')(page)
  await page.getByRole('radio', { name: title }).check()
}

const tested = async (page: Page) => {
  await press('Send test line')(page)
  await page.getByText('Test line not delivered').waitFor()
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const samples: Record<Drain['state'], Partial<Drain>> = {
  failing: {
    name: 'Observability of the harbour',
    lastError: 'The target answered with status 503: Service Unavailable. The cluster is being upgraded.',
    lastErrorAt: ago(1),
    lastSuccessAt: ago(63),
    sentLines: 12_804_113,
    rejectedLines: 3,
    lostLines: 1120,
  },
  paused: {
    name: 'Archive',
    lastError: '',
    target: { type: 'syslog', host: 'logs.north-pier.test', port: 6514, caCertificate: '' },
  },
  active: { name: 'Security', lastError: '', lastSuccessAt: ago(0), sentLines: 41_207 },
}

const base: Omit<Drain, 'organizationId'> = {
  _id: '00000000-0000-4000-8000-000000000000' as Drain['_id'],
  projectId: null,
  instanceId: null,
  name: '',
  logTypes: ['instanceLogs'],
  services: [],
  streams: ['stdout', 'stderr'],
  target: { type: 'http', url: 'https://logs.north-pier.test/in', gzip: true, headers: [{ name: 'Authorization' }] },
  state: 'active',
  lastError: '',
  lastErrorAt: null,
  lastSuccessAt: null,
  sentLines: 0,
  rejectedLines: 0,
  lostLines: 0,
  revision: 1,
  createdAt: ago(9000),
  updatedAt: ago(9000),
}

const waitingOf = ({ _id: drainId, state }: Drain) =>
  state === 'active'
    ? { drainId, lines: 0, bytes: 0, oldestAt: null }
    : { drainId, lines: 248_201, bytes: 31_400_000, oldestAt: ago(62) }

/** Shows drains in states that the sample organisation’s is not in. */
function withDrains(states: readonly Drain['state'][]) {
  return (page: Page) =>
    page.route(/\/api\/organization\/[^/]+\/log-drains$/, (route) => {
      const request = route.request()
      if (request.method() !== 'GET') return route.fallback()
      const organizationId = request.url().split('/').at(-2) as Drain['organizationId']
      const drains = states.map((state, index) => ({
        ...base,
        organizationId,
        _id: `${base._id.slice(0, -1)}${index}` as Drain['_id'],
        state,
        ...samples[state],
      }))
      return route.fulfill({ json: { drains, waiting: drains.map(waitingOf) } satisfies ResponseOf<'readDrains'> })
    })
}
