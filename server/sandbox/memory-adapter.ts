import type { Adapter } from 'oidc-provider'

interface Entry {
  payload: { grantId?: string; consumed?: number }
  untilMs: number
}

const FULL = 1000

/**
 * Stores the state of sign-ins in memory for a few minutes. Sessions are not stored, so every sign-in shows the page
 * again.
 */
export const memoryAdapter = (): ((model: string) => Adapter) => {
  const kept = new Map<string, Entry>()

  const evict = (nowMs: number) => {
    for (const [key, { untilMs }] of kept) if (untilMs <= nowMs || kept.size > FULL) kept.delete(key)
  }

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    const find = async (id: string) => {
      const entry = kept.get(keyOf(id))
      return entry && entry.untilMs > Date.now() ? entry.payload : undefined
    }
    return {
      upsert: async (id, payload, expiresIn = 600) => {
        if (model === 'Session') return
        const nowMs = Date.now()
        evict(nowMs)
        kept.set(keyOf(id), { payload, untilMs: nowMs + expiresIn * 1000 })
      },
      find,
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => {
        kept.delete(keyOf(id))
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
      },
    }
  }
}
