import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isForwarded } from '../http/forwarding-headers.ts'

const ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i
const HOST = /^(localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d{1,5})?$/i

export const isLoopbackAddress = (address: string): boolean => ADDRESS.test(address)

/**
 * Returns whether a Host header names this machine: `localhost`, a name below it, or a loopback address, with or
 * without a port.
 */
export const isLoopbackHost = (host: string | undefined): host is string => {
  const name = HOST.exec(host ?? '')?.[1]
  return name !== undefined && (!name.startsWith('127') || isIPv4(name))
}

/** Why a request is not from this machine, or was not meant for it. */
export type Exposure = 'otherMachine' | 'forwarded' | 'otherHost'

/**
 * Returns null for a request that comes from this machine and was meant for it. The host is checked too, because
 * another site can point its own name here, and so are the headers of proxies, which may forward requests from
 * anywhere.
 */
export const exposureOf = (request: IncomingMessage): Exposure | null => {
  const { socket, headers, rawHeaders, url, httpVersion } = request
  if (!isLoopbackAddress(socket.remoteAddress ?? '')) return 'otherMachine'
  // A proxy that adds no headers uses HTTP/1.0, which no browser and no script uses by default.
  if (httpVersion === '1.0' || isForwarded(headers)) return 'forwarded'
  const hosts = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === 'host' ? [rawHeaders[at + 1]] : [],
  )
  const areOwn = [...hosts, ...hostOfAddress(url), ...hostOfOrigin(headers)].every(isLoopbackHost)
  return hosts.length === 1 && areOwn ? null : 'otherHost'
}

/** Returns the host of a request target in absolute form, as sent to proxies; nothing for a path. */
const hostOfAddress = (url = ''): (string | undefined)[] => {
  if (url.startsWith('/') || url === '*') return []
  return [hostOf(url)]
}

/** A form on the sandbox's own pages, which send no referrer, has the origin `null` and the site `same-origin`. */
const hostOfOrigin = ({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): (string | undefined)[] =>
  origin === undefined || (origin === 'null' && site === 'same-origin') ? [] : [hostOf(origin)]

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

export const isFromThisMachine = ({ raw }: FastifyRequest): boolean => exposureOf(raw) === null
