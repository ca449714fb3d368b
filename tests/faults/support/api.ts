import type { Instance } from '../../../src/contract/wire/compute.ts'

export interface ApiResponse<T> {
  status: number
  body: T
}

/** The fields of an error response. */
export interface ResponseBody {
  error?: string
  message?: string
}

export interface Api {
  /** Resolves with any response; rejects only when none arrives. */
  request<T = ResponseBody>(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<ApiResponse<T & ResponseBody>>
  instance(id: string): Promise<Instance>
}

export const apiOf = (url: string, token: string): Api => {
  const request: Api['request'] = async (method, path, body, key = crypto.randomUUID()) => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }
  return {
    request,
    instance: async (id) => {
      const { status, body } = await request<{ instance: Instance }>('GET', `compute-instance/${id}`)
      if (status !== 200) throw new Error(`The instance cannot be read: ${status} ${body.message}`)
      return body.instance
    },
  }
}
