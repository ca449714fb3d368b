/** Limits of one request. Sizes are in bytes. */
export interface OutgoingLimits {
  /** Until a connection is made, TLS included. */
  connectMs: number
  /** From the connection until the response's headers. */
  headersMs: number
  /** Of everything, redirects and the body included. */
  totalMs: number
  /** The rest of a body is not read. */
  bodyBytes: number
  headerBytes: number
  redirects: number
}

export const defaultLimits: OutgoingLimits = {
  connectMs: 5000,
  headersMs: 10_000,
  totalMs: 15_000,
  bodyBytes: 65_536,
  headerBytes: 16_384,
  redirects: 0,
}

export interface OutgoingRequest {
  url: string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  /** Credentials and signatures: they go to the origin of `url` only, whatever it redirects to. */
  secretHeaders?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  limits?: Partial<OutgoingLimits>
  signal?: AbortSignal
  /** PEM of an authority's certificate, in addition to those of the system. */
  ca?: string
  /** Reuses connections, for frequent requests to one server. */
  keepAlive?: boolean
}

export interface OutgoingResponse {
  status: number
  headers: NodeJS.Dict<string | string[]>
  /** As it was sent: a compressed body is not decompressed. */
  body: Buffer
  /** The body was longer than its limit, or broke off. */
  isCut: boolean
  /** Where the response is from, after redirects. */
  url: string
}
