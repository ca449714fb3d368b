import type { Instance } from '../../../src/contract/wire/compute.ts'

export interface Answer<T> {
  status: number
  body: T
}

/** What a refusal says. */
export interface Said {
  error?: string
  message?: string
}

export interface Api {
  /** Whatever the answer is; rejects only when nothing answers. */
  ask<T = Said>(method: string, path: string, body?: unknown, key?: string): Promise<Answer<T & Said>>
  instance(id: string): Promise<Instance>
}

export const apiOf = (url: string, token: string): Api => {
  const ask: Api['ask'] = async (method, path, body, key = crypto.randomUUID()) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
  }
  return {
    ask,
    instance: async (id) => {
      const { status, body } = await ask<{ instance: Instance }>('GET', `compute-instance/${id}`)
      if (status !== 200) throw new Error(`The instance cannot be read: ${status} ${body.message}`)
      return body.instance
    },
  }
}
