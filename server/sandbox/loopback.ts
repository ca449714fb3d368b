import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isForwarded } from '../http/forwarding-headers.ts'

const ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i
const HOST = /^(localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?(?::\d{1,5})?$/i

/** A host as a Host header has it: `localhost`, a name below it, or a loopback address, with or without a port. */
export const isLoopbackHost = (host: string | undefined): host is string => {
  const name = HOST.exec(host ?? '')?.[1]
  return name !== undefined && (!name.startsWith('127') || isIPv4(name))
}

/** How a request shows that it is not from this machine, or was not meant for it. */
export type Exposure = 'otherMachine' | 'forwarded' | 'otherHost'

/**
 * Null for a request from this machine that was meant for it. The host is looked at too, because a page elsewhere can
 * point its own name here; so is whatever a proxy adds, which may speak for anybody.
 */
export const exposureOf = (request: IncomingMessage): Exposure | null => {
  const { socket, headers, rawHeaders, url, httpVersion } = request
  if (!ADDRESS.test(socket.remoteAddress ?? '')) return 'otherMachine'
  // A proxy that is told nothing about headers speaks HTTP/1.0, as no browser and no script does by itself.
  if (httpVersion === '1.0' || isForwarded(headers)) return 'forwarded'
  const hosts = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === 'host' ? [rawHeaders[at + 1]] : [],
  )
  const areOwn = [...hosts, ...hostOfAddress(url), ...hostOfOrigin(headers)].every(isLoopbackHost)
  return hosts.length === 1 && areOwn ? null : 'otherHost'
}

/** The host of a request for a whole address, as proxies are asked; none where there is only a path. */
const hostOfAddress = (url = ''): (string | undefined)[] => {
  if (url.startsWith('/') || url === '*') return []
  return [hostOf(url)]
}

/** A form of the sandbox's own pages, which tell no referrer, has no origin, and says that it stays on the site. */
const hostOfOrigin = ({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): (string | undefined)[] =>
  origin === undefined || (origin === 'null' && site === 'same-origin') ? [] : [hostOf(origin)]

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

export const isFromThisMachine = ({ raw }: FastifyRequest): boolean => exposureOf(raw) === null
