import { asyncScheduler, firstValueFrom, lastValueFrom, of, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { type CallOptions, Failed } from '../../../effects/api/api.ts'
import { type ApiSettings, createApi } from '../../../effects/api/create-api.ts'
import type { CallName } from '../../../src/contract/contract.ts'
import type { Failure } from '../../../src/core/failure.ts'

type Respond = (request: Request) => Response | Promise<Response>

const setup = (
  response: Respond,
  token: string | null = 'secret',
  renewed: ApiSettings['renewed'] = () => of(null),
  steppedUp: ApiSettings['steppedUp'] = () => of(false),
) => {
  const requests: Request[] = []
  const api = createApi({
    base: 'http://localhost:4600/api/',
    token: () => token,
    renewed,
    steppedUp,
    codeLost: () => {},
    world: {
      scheduler: asyncScheduler,
      random: () => 0,
      network: {
        fetch: async (request) => {
          requests.push(request.clone())
          return await response(request)
        },
        online$: undefined as never,
      },
    },
  })
  const call = (name: CallName, input: object, options?: CallOptions) =>
    lastValueFrom(api.call(name, input as never, options))
  const failureOf = async (name: CallName, input: object): Promise<Failure> => {
    const error = await call(name, input).catch((thrown: unknown) => thrown)
    if (error instanceof Failed) return error.failure
    throw error
  }
  return { api, call, failureOf, requests }
}

const id = '00000000-0000-4000-8000-000000000001'
const json = (body: unknown, status = 200) => Response.json(body, { status })
const errorResponse = (status: number, error: string) => json({ error, message: `words of ${error}` }, status)

test('sends path, query and body as the call defines them, with the bearer token [A7.1, P7.1]', async () => {
  const { call, requests } = setup(() => json({ message: 'ok', instance: null }))
  await call('closeInstance', { id, organizationId: id }, { idempotencyKey: 'press-1' }).catch(() => {})
  const [request] = requests
  expect(request?.method).toBe('POST')
  expect(request?.url).toBe(`http://localhost:4600/api/compute-instance/${id}/close`)
  expect(request?.headers.get('authorization')).toBe('Bearer secret')
  expect(request?.headers.get('idempotency-key')).toBe('press-1')
  expect(await request?.json()).toStrictEqual({ organizationId: id })
})

test('sends no token when there is none, and sends the input of a query as the query string', async () => {
  const { call, requests } = setup(() => json({ totalCount: 0, akashMachineImages: [] }), null)
  await call('readPlans', { skip: 0, region: 'us west' })
  expect(requests[0]?.headers.has('authorization')).toBe(false)
  expect(new URL(requests[0]?.url ?? '').search).toBe('?skip=0&region=us+west')
})

test('a 204 is unreadable for a call whose response has required fields, and is not retried [A7.1, P7.1]', async () => {
  const { failureOf, requests } = setup(() => new Response(null, { status: 204 }))
  expect(await failureOf('signOut', {})).toStrictEqual({ kind: 'unreadable' })
  expect(requests).toHaveLength(1)
})

test('an API error carries the status, the code, the message and the field errors', async () => {
  const fields = [{ field: 'name', message: 'Required.' }]
  const { failureOf } = setup(() => json({ error: 'invalid', message: 'Not valid.', fields }, 400))
  expect(await failureOf('createOrganization', { name: '' })).toStrictEqual({
    kind: 'apiError',
    status: 400,
    code: 'invalid',
    message: 'Not valid.',
    fields,
  })
})

test('a network error is offline, and without an idempotency key only queries are retried', async () => {
  const { failureOf, requests } = setup(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failureOf('deleteInstance', { id })).toStrictEqual({ kind: 'offline' })
  expect(requests).toHaveLength(1)
  expect(await failureOf('readProfile', {})).toStrictEqual({ kind: 'offline' })
  expect(requests).toHaveLength(5)
})

test('a mutation that lost its connection is retried once, with the same idempotency key', async () => {
  let times = 0
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const { call, requests } = setup(() => (++times % 2 === 1 ? lost() : json({ message: 'Deleted' })))
  expect(await call('deleteInstance', { id }, { idempotencyKey: 'press-1' })).toStrictEqual({ message: 'Deleted' })
  expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['press-1', 'press-1'])

  const always = setup(lost)
  await expect(always.call('deleteInstance', { id }, { idempotencyKey: 'press-2' })).rejects.toMatchObject({
    failure: { kind: 'offline' },
  })
  expect(always.requests).toHaveLength(2)
})

test('a mutation that fails otherwise is not retried, whatever its key', async () => {
  for (const response of [() => errorResponse(503, 'unavailable'), () => errorResponse(409, 'conflict')]) {
    const { call, requests } = setup(response)
    await expect(call('deleteInstance', { id }, { idempotencyKey: 'press-1' })).rejects.toBeInstanceOf(Failed)
    expect(requests).toHaveLength(1)
  }
})

test('a query that fails with an API error is not retried', async () => {
  const { failureOf, requests } = setup(() => errorResponse(404, 'notFound'))
  expect(await failureOf('readInstance', { id })).toMatchObject({ kind: 'apiError', status: 404, code: 'notFound' })
  expect(requests).toHaveLength(1)
})

test('a query that succeeds on its second attempt returns the response', async () => {
  let times = 0
  const { call } = setup(() => (++times === 1 ? errorResponse(503, 'unavailable') : json({ categories: ['Web'] })))
  expect(await call('readTemplateCategories', {})).toStrictEqual({ categories: ['Web'] })
})

test('a response that does not match the contract is unreadable', async () => {
  const { failureOf } = setup(() => json({ categories: 'Web' }))
  expect(await failureOf('readTemplateCategories', {})).toStrictEqual({ kind: 'unreadable' })
})

test('an error response of a proxy counts as offline', async () => {
  const { failureOf } = setup(() => new Response('<html>bad gateway</html>', { status: 502 }))
  expect(await failureOf('deleteInstance', { id })).toStrictEqual({ kind: 'offline' })
})

test('unsubscribing from a call aborts its request', async () => {
  let signal: AbortSignal | undefined
  const { api } = setup((request) => {
    signal = request.signal
    return new Promise(() => {})
  })
  const running = api.call('readProfile', {}).subscribe()
  await expect.poll(() => signal).toBeDefined()
  running.unsubscribe()
  expect(signal?.aborted).toBe(true)
})

test('a token passed to one call takes precedence over the token of the session', async () => {
  const { api, requests } = setup(() => json({ message: 'ok' }), null)
  await firstValueFrom(api.call('signOut', {}, { token: 'just left' }))
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer just left')
})

test('an expired token is renewed, and the call is retried once with the new token', async () => {
  const rejected: string[] = []
  const renew = (token: string) => {
    rejected.push(token)
    return of('renewed')
  }
  const good = setup(
    (request) =>
      request.headers.get('authorization') === 'Bearer renewed'
        ? json({ ok: true })
        : errorResponse(401, 'sessionEnded'),
    'old',
    renew,
  )
  await good.call('readProfile', {}).catch(() => undefined)
  expect(good.requests.map((request) => request.headers.get('authorization'))).toStrictEqual([
    'Bearer old',
    'Bearer renewed',
  ])
  expect(rejected).toStrictEqual(['old'])

  const bad = setup(
    () => errorResponse(401, 'sessionEnded'),
    'old',
    () => of('renewed'),
  )
  expect(await bad.failureOf('readProfile', {})).toMatchObject({ kind: 'apiError', status: 401 })
  expect(bad.requests).toHaveLength(2)
})

test('fails with sessionEnded when the session is over, and as offline when the renewal cannot reach the server [A4.4]', async () => {
  const over = setup(
    () => errorResponse(401, 'sessionEnded'),
    'old',
    () => of(null),
  )
  expect(await over.failureOf('readProfile', {})).toMatchObject({ kind: 'apiError', status: 401, code: 'sessionEnded' })
  expect(over.requests).toHaveLength(1)
  const away = setup(
    () => errorResponse(401, 'sessionEnded'),
    'old',
    () => throwError(() => new Failed({ kind: 'offline' })),
  )
  expect(await away.failureOf('readProfile', {})).toEqual({ kind: 'offline' })
})

test('the renewal call is sent without the expired token', async () => {
  const { call, requests } = setup(() => json({ token: 'next' }), 'old')
  await call('renewToken', { session: 's' })
  expect(requests[0]?.headers.has('authorization')).toBe(false)
})

test('a call without a required id sends nothing and fails with Org ID is undefined or Project ID is undefined [A8.24, P8.5]', async () => {
  const { failureOf, requests } = setup(() => json({}))
  expect(await failureOf('readOrganization', { id: undefined })).toMatchObject({ message: 'Org ID is undefined' })
  for (const name of ['readProject', 'readInstances', 'readProjectFunds'] as const)
    expect(await failureOf(name, { id: '' })).toMatchObject({ message: 'Project ID is undefined' })
  expect(await failureOf('readInstance', {})).toMatchObject({ message: 'ID is undefined' })
  expect(requests).toStrictEqual([])
})

const stepUpNeeded = () => Response.json({ error: 'stepUpNeeded', message: 'Confirm that it is you.' }, { status: 403 })

test('a call that needs step-up is retried after it, with the same idempotency key', async () => {
  let rejected = 0
  const { call, requests } = setup(
    () => {
      rejected += 1
      return rejected === 1 ? stepUpNeeded() : json({ message: 'Done.' })
    },
    'secret',
    undefined,
    () => of(true),
  )
  await call('endSession', { id }, { idempotencyKey: 'one' })
  expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['one', 'one'])
})

test('a call is cancelled when the user does not confirm, and fails with stepUpNeeded when it is rejected again after step-up', async () => {
  for (const [isConfirmed, attempts, failure] of [
    [false, 1, { kind: 'cancelled' }],
    [true, 2, { kind: 'apiError', code: 'stepUpNeeded' }],
  ] as const) {
    const { call, requests } = setup(stepUpNeeded, 'secret', undefined, () => of(isConfirmed))
    await expect(call('endSession', { id })).rejects.toMatchObject({ failure })
    expect(requests).toHaveLength(attempts)
  }
})
