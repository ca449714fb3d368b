import { AddressNotPermitted } from '../addresses/public-address.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

/** System and TLS errors in words. What a server itself wrote is never part of them. */
const TEXTS: Record<string, string> = {
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The server closed the connection without an answer.',
  EPIPE: 'The server closed the connection without an answer.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  ETIMEDOUT: 'No connection was made in time.',
  CERT_HAS_EXPIRED: 'The server’s certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The server’s certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The server’s certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The server’s certificate is from an unknown authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server’s certificate is from an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The server’s certificate is from an unknown authority.',
  HPE_HEADER_OVERFLOW: 'The headers of the response are too long.',
}

/** Returns why a request has no response. Unknown errors keep their own text as the cause only. */
export function describeFailure(error: unknown): OutgoingFailure {
  if (error instanceof OutgoingFailure) return error
  if (error instanceof AddressNotPermitted) return new OutgoingFailure('rejected', error.message, { cause: error })
  const code = codeOf(error)
  const text = TEXTS[code]
  if (code.startsWith('HPE_'))
    return new OutgoingFailure('invalidResponse', text ?? 'The response is not valid HTTP.', { cause: error })
  return new OutgoingFailure('unreachable', text ?? `The connection failed${code && ` (${code})`}.`, { cause: error })
}

/** Attempts on several addresses fail together; the first of them says why. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
