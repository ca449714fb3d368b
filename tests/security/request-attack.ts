import { expect } from 'vitest'
import type { RequestCase } from './gateway-request-corpus.ts'
import { type Secure, statusOf, type Visitor, writeRaw } from './raw-visitor.ts'
import { headerOf, type RecordingUpstream } from './recording-upstream.ts'

/** How an attacker reaches the gateway. */
export interface AttackedPath {
  name: string
  port: number
  secure?: Secure
}

let visits = 0

/** Sends a request of an ordinary visitor on its own connection, and checks that the response belongs to it. */
export async function visit(visitor: Visitor, recorder: RecordingUpstream | undefined, page = '/'): Promise<void> {
  visits += 1
  const mark = `visit-${visits}`
  const { status, body } = await visitor.get(recorder ? `/${mark}` : page, { cookie: `own=${mark}` })
  expect(status).toBe(200)
  if (!recorder) return
  expect(JSON.parse(body)).toEqual({ method: 'GET', target: `/${mark}`, cookie: [`own=${mark}`], host: [visitor.host] })
  const seen = recorder.requests.filter(({ line }) => line.includes(`/${mark} `))
  expect(seen, 'the instance receives the request once').toHaveLength(1)
}

export async function attack(
  path: AttackedPath,
  { bytes, outcome }: RequestCase,
  visitors: Visitor[],
  recorder?: RecordingUpstream,
  page?: string,
) {
  const exchange = await writeRaw(
    path.port,
    bytes,
    (received) => statusOf(received) !== undefined && outcome !== 'rejected',
    async () => {
      for (const visitor of visitors) await visit(visitor, recorder, page)
    },
    undefined,
    path.secure,
  )
  if (path.name !== 'direct') return
  if (outcome === 'rejected') {
    expect(exchange.status === undefined || (exchange.status >= 400 && exchange.status < 500), exchange.received).toBe(
      true,
    )
    expect(exchange.closed, 'the connection is closed').toBe(true)
  }
  if (outcome === 'answered' && recorder) expect(exchange.status, exchange.received).toBe(200)
}

export function expectNothingSmuggled(recorder: RecordingUpstream, isDirect: boolean): void {
  expect(recorder.malformed).toEqual([])
  for (const request of recorder.requests) {
    if (isDirect) expect(request.line).not.toContain('smuggled')
    // A proxy in front may parse two requests where the gateway would parse one; both still come from the attacker.
    const isAttack = /attack|smuggled/.test(request.line)
    expect(isAttack && headerOf(request, 'cookie').length > 0, request.line).toBe(false)
    expect(headerOf(request, 'host'), request.line).toHaveLength(1)
    expect(headerOf(request, 'x-forwarded-for'), request.line).toHaveLength(1)
    expect(headerOf(request, 'transfer_encoding'), request.line).toEqual([])
  }
}
