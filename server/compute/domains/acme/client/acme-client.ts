import { createPrivateKey, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose'
import * as v from 'valibot'
import { AcmeError } from './acme-error.ts'
import type { AcmeHttp, AcmeResponse } from './acme-http.ts'
import { retryAfterMs } from './retry-after.ts'

const url = v.pipe(v.string(), v.url())
const directory = v.object({ newNonce: url, newAccount: url, newOrder: url })
const problem = v.object({ type: v.optional(v.string(), ''), detail: v.optional(v.string(), '') })
const order = v.object({
  status: v.picklist(['pending', 'ready', 'processing', 'valid', 'invalid']),
  authorizations: v.array(url),
  finalize: url,
  certificate: v.optional(url),
  error: v.optional(problem),
})
const authorization = v.object({
  status: v.picklist(['pending', 'valid', 'invalid', 'deactivated', 'expired', 'revoked']),
  challenges: v.array(
    v.object({
      type: v.string(),
      url,
      token: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+$/))),
      status: v.string(),
      error: v.optional(problem),
    }),
  ),
})

export type AcmeOrder = v.InferOutput<typeof order>
export type AcmeAuthorization = v.InferOutput<typeof authorization>

/** An account at a certificate authority (RFC 8555). */
export interface AcmeClient {
  /** Creates the account of the key, or finds it. Returns its address. */
  createAccount(contact: string | null): Promise<string>
  createOrder(names: readonly string[]): Promise<{ url: string; order: AcmeOrder }>
  readOrder(url: string): Promise<AcmeOrder>
  readAuthorization(url: string): Promise<AcmeAuthorization>
  beginChallenge(url: string): Promise<void>
  finalize(url: string, csr: Buffer): Promise<void>
  /** Returns the chain as PEM. */
  readCertificate(url: string): Promise<string>
  keyAuthorization(token: string): Promise<string>
}

interface ClientOptions {
  http: AcmeHttp
  directoryUrl: string
  /** PEM of a P-256 key. */
  accountKey: string
  accountUrl: string | null
}

const BAD_NONCE_RETRIES = 3

export function createAcmeClient({ http, directoryUrl, accountKey, accountUrl: known }: ClientOptions): AcmeClient {
  const key: KeyObject = createPrivateKey(accountKey)
  let accountUrl = known
  let found: Promise<v.InferOutput<typeof directory>> | undefined
  let nonce: string | undefined

  const publicJwk = async (): Promise<JWK> => {
    const { d: _, ...jwk } = await exportJWK(key)
    return jwk
  }

  function readDirectory() {
    found ??= http('GET', directoryUrl).then((response) => parsed(directory, accepted(response)))
    return found
  }

  async function takeNonce(): Promise<string> {
    const kept = nonce ?? headerOf(await http('HEAD', (await readDirectory()).newNonce), 'replay-nonce')
    nonce = undefined
    if (kept === undefined) throw unusable()
    return kept
  }

  /** Posts a signed message; without a payload it reads (POST-as-GET). */
  async function post(to: string, payload?: object, attempt = 0): Promise<AcmeResponse> {
    const signer = accountUrl === null ? { jwk: await publicJwk() } : { kid: accountUrl }
    const signed = await new FlattenedSign(Buffer.from(payload === undefined ? '' : JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'ES256', nonce: await takeNonce(), url: to, ...signer })
      .sign(key)
    const response = await http('POST', to, JSON.stringify(signed))
    nonce = headerOf(response, 'replay-nonce')
    try {
      return accepted(response)
    } catch (error) {
      if (error instanceof AcmeError && error.type === 'badNonce' && attempt < BAD_NONCE_RETRIES)
        return post(to, payload, attempt + 1)
      throw error
    }
  }

  return {
    async createAccount(contact) {
      const { newAccount } = await readDirectory()
      const terms = { termsOfServiceAgreed: true, ...(contact !== null && { contact: [`mailto:${contact}`] }) }
      const location = headerOf(await post(newAccount, terms), 'location')
      if (location === undefined) throw unusable()
      accountUrl = location
      return location
    },
    async createOrder(names) {
      const { newOrder } = await readDirectory()
      const response = await post(newOrder, { identifiers: names.map((value) => ({ type: 'dns', value })) })
      const location = headerOf(response, 'location')
      if (location === undefined) throw unusable()
      return { url: location, order: parsed(order, response) }
    },
    readOrder: async (at) => parsed(order, await post(at)),
    readAuthorization: async (at) => parsed(authorization, await post(at)),
    async beginChallenge(at) {
      await post(at, {})
    },
    async finalize(at, csr) {
      await post(at, { csr: csr.toString('base64url') })
    },
    readCertificate: async (at) => (await post(at)).body,
    keyAuthorization: async (token) => `${token}.${await calculateJwkThumbprint(await publicJwk())}`,
  }
}

const unusable = () => new AcmeError('The certificate authority gave an answer that cannot be used.')

function headerOf({ headers }: AcmeResponse, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

const MAX_DETAIL = 500

function accepted(response: AcmeResponse): AcmeResponse {
  const { status, body } = response
  if (status >= 200 && status < 300) return response
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), problem), body)
  const type = read.success ? (read.output.type.split(':').at(-1) ?? '') : ''
  const detail = (read.success && read.output.detail.slice(0, MAX_DETAIL)) || `it answered with status ${status}`
  throw new AcmeError(`The certificate authority rejected the request: ${detail}`, {
    type,
    status,
    retryAfterMs: retryAfterMs(headerOf(response, 'retry-after'), Date.now()),
  })
}

function parsed<S extends v.GenericSchema>(schema: S, { body }: AcmeResponse): v.InferOutput<S> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body)
  if (!read.success) throw unusable()
  return read.output
}
