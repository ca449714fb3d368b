import { expect } from 'vitest'
import { until } from '../../../server/until.ts'
import type { Api } from '../api.ts'

const SETTLES_MS = 90_000

/** Repeats a call with one idempotency key until the control plane is up again and has responded to it. */
export async function press<T>(api: Api, method: string, path: string, body: unknown): Promise<T> {
  const key = crypto.randomUUID()
  const response = await until(async () => {
    const found = await api.request<T>(method, path, body, key).catch(() => undefined)
    if (!found || found.status >= 500 || found.body.error === 'stillRunning') return undefined
    expect(found.status, found.body.message).toBeLessThan(400)
    return found
  }, SETTLES_MS)
  return response.body
}
