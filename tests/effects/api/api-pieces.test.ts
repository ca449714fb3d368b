import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asyncScheduler, lastValueFrom, NEVER, toArray } from 'rxjs'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { createApi } from '../../../effects/api/create-api.ts'
import { deploymentId } from '../../../src/contract/wire/common.ts'

const id = v.parse(deploymentId, '00000000-0000-4000-8000-000000000001')
const progress = (scanned: number) => ({ kind: 'progress' as const, scanned, total: 9, found: 0 })
const ended = { kind: 'ended' as const, reason: 'all' as const, scanned: 9, total: 9, found: 0 }
const lineOf = (piece: object) => `${JSON.stringify(piece)}\n`

let close = (): void => {}
afterEach(() => close())

/** Starts a search over a real connection to a server with the given request listener. */
const searchAt = async (response: RequestListener) => {
  const server = createServer(response).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const api = createApi({
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`,
    token: () => 'secret',
    renewed: () => NEVER,
    steppedUp: () => NEVER,
    codeLost: () => {},
    world: { scheduler: asyncScheduler, random: () => 0, network: { fetch, online$: undefined as never } },
  })
  return api.pieces('searchLogs', { id, find: 'wave' })
}

const failureOf = async (pieces$: Awaited<ReturnType<typeof searchAt>>) => {
  const error: unknown = await lastValueFrom(pieces$.pipe(toArray())).catch((thrown: unknown) => thrown)
  return error instanceof Failed ? error.failure : error
}

test('emits each piece of a streamed response, however the bytes are split', async () => {
  let requested = ''
  const pieces$ = await searchAt(async ({ url, headers }, response) => {
    requested = `${url} ${headers.authorization}`
    const text = lineOf(progress(1)) + lineOf({ ...progress(2), found: 0 }) + lineOf(ended)
    for (let at = 0; at < text.length; at += 7) {
      response.write(text.slice(at, at + 7))
      await new Promise(setImmediate)
    }
    response.end()
  })
  expect(await lastValueFrom(pieces$.pipe(toArray()))).toStrictEqual([progress(1), progress(2), ended])
  expect(requested).toBe(`/api/compute-instance/deployment/${id}/logs/search?find=wave Bearer secret`)
})

test('emits the first piece before the response ends, and closes the connection on unsubscribe', async () => {
  let gone = (): void => {}
  const left = new Promise<void>((done) => {
    gone = done
  })
  const pieces$ = await searchAt((_, response) => {
    response.write(lineOf(progress(1)))
    response.once('close', gone)
  })
  await new Promise<void>((done) => {
    const searching = pieces$.subscribe(() => {
      searching.unsubscribe()
      done()
    })
  })
  await left
})

test('fails with the message and field errors of an API error, without a retry', async () => {
  let times = 0
  const fields = [{ field: 'find', message: 'Not a pattern.' }]
  const pieces$ = await searchAt((_, response) => {
    times += 1
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'invalid', message: 'Not valid.', fields }))
  })
  expect(await failureOf(pieces$)).toStrictEqual({
    kind: 'apiError',
    status: 400,
    code: 'invalid',
    message: 'Not valid.',
    fields,
  })
  expect(times).toBe(1)
})

test('fails as offline when the connection breaks between two pieces, after the pieces received so far', async () => {
  const pieces$ = await searchAt((_, response) => {
    response.write(lineOf(progress(1)), () => response.destroy())
  })
  const seen: unknown[] = []
  const error = await new Promise<unknown>((done) => {
    pieces$.subscribe({ next: (piece) => seen.push(piece), error: done })
  })
  expect(seen).toStrictEqual([progress(1)])
  expect(error instanceof Failed && error.failure).toStrictEqual({ kind: 'offline' })
})

test.each([
  ['no JSON', '<html>\n'],
  ['another shape', '{"kind":"news"}\n'],
  ['half a piece', '{"kind":"progress"'],
])('%s is unreadable', async (_name, text) => {
  const pieces$ = await searchAt((_, response) => response.end(text))
  expect(await failureOf(pieces$)).toStrictEqual({ kind: 'unreadable' })
})
