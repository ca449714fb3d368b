import { asyncScheduler, firstValueFrom, lastValueFrom, NEVER, Subject, VirtualTimeScheduler } from 'rxjs'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Api } from '../../../effects/api/api.ts'
import { createApi } from '../../../effects/api/create-api.ts'
import { once } from '../../../effects/api/once.ts'
import { type ContractParts, contractParts } from '../../../effects/api/response-schema.ts'
import { loadFurtherCalls } from '../../../effects/calls/load-further-calls.ts'
import { callManifest } from '../../../src/contract/call-manifest.ts'
import { packManifest, unpackManifest } from '../../../src/contract/packed-manifest.ts'
import { everyManifestEntry } from '../../../src/contract/parts/every-manifest-entry.ts'
import { organizationId } from '../../../src/contract/wire/common.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { effectHarness } from '../effect-harness.ts'

/** The manifest as a browser has it before any part loads. */
beforeEach(() => void Object.assign(callManifest, unpackManifest(packManifest(everyManifestEntry()))))
afterEach(() => void Object.assign(callManifest, everyManifestEntry()))

const response = { quotas: [] }

/** Counts the loads of each part; the first `failures` loads of the further calls fail. */
const setup = (failures = 0) => {
  const loads = { console: 0, further: 0, lost: 0 }
  const requests: string[] = []
  // Importing a part completes the manifest once; here it begins anew with each test.
  const complete = <T>(part: T): T => {
    Object.assign(callManifest, everyManifestEntry())
    return part
  }
  const parts: ContractParts = {
    console: once(async () => {
      loads.console += 1
      return complete(await contractParts.console())
    }),
    further: once(async () => {
      loads.further += 1
      if (loads.further <= failures) throw new TypeError('Failed to fetch dynamically imported module')
      return complete(await contractParts.further())
    }),
  }
  const api = createApi({
    base: 'http://localhost:4600/api/',
    token: () => null,
    renewed: () => NEVER,
    steppedUp: () => NEVER,
    codeLost: () => {
      loads.lost += 1
    },
    world: {
      scheduler: asyncScheduler,
      random: () => 0,
      network: {
        fetch: async ({ url }) => {
          requests.push(new URL(url).pathname)
          return Response.json(response)
        },
        online$: NEVER,
      },
    },
    parts,
  })
  return { api, loads, requests, parts }
}

const id = v.parse(organizationId, '00000000-0000-4000-8000-000000000001')
const quotas = (api: Api) => firstValueFrom(api.call('readQuotas', { id }))

test('two further calls at once load their part once, and nothing of the console', async () => {
  const { api, loads, requests } = setup()
  expect(await Promise.all([quotas(api), quotas(api)])).toEqual([response, response])
  expect(requests).toEqual([`/api/organization/${id}/quotas`, `/api/organization/${id}/quotas`])
  expect(loads).toEqual({ console: 0, further: 1, lost: 0 })
  await quotas(api)
  expect(loads.further).toBe(1)
})

test('a call of the first pages does not load the further calls', async () => {
  const { api, loads } = setup()
  await expect(firstValueFrom(api.call('readRole', { orgId: id }))).rejects.toMatchObject({
    failure: { kind: 'unreadable' },
  })
  expect(loads).toEqual({ console: 1, further: 0, lost: 0 })
})

test('a query whose part failed to load is repeated like one that lost its connection', async () => {
  const { api, loads } = setup(1)
  expect(await quotas(api)).toEqual(response)
  expect(loads).toMatchObject({ further: 2 })
  expect(loads.lost).toBeGreaterThan(0)
})

test('a press whose part failed to load sends nothing and fails as offline, and the next press loads it again', async () => {
  const { api, loads, requests } = setup(1)
  const press = () => firstValueFrom(api.call('removeTotp', {}))
  await expect(press()).rejects.toMatchObject({ failure: { kind: 'offline' } })
  expect(requests).toEqual([])
  expect(loads.lost).toBeGreaterThan(0)
  await press().catch(() => {})
  expect(requests).toHaveLength(1)
  expect(loads.further).toBe(2)
})

test('the further calls are loaded beside the first page, once its first response is there', async () => {
  const { loads, parts } = setup(1)
  const messages$ = new Subject<Message>()
  const succeeded = { type: 'api/readProfile.succeeded', input: {}, response: {}, atMs: 0, requestId: null } as never
  const { deps } = effectHarness(fakeWorld(new VirtualTimeScheduler()), () => NEVER)
  const failing = lastValueFrom(loadFurtherCalls(parts)(messagesFrom(messages$), deps), { defaultValue: 'complete' })
  expect(loads.further).toBe(0)
  messages$.next(succeeded)
  expect(await failing, 'a failed load is no bug').toBe('complete')
  const loading = lastValueFrom(loadFurtherCalls(parts)(messagesFrom(messages$), deps), { defaultValue: 'complete' })
  messages$.next(succeeded)
  await loading
  expect(loads.further).toBe(2)
  expect(callManifest.readQuotas.path).toBeDefined()
})
