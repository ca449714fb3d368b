import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import type { Caller } from '../http/handler.ts'
import { networkOf } from '../http/network-of.ts'
import { createWindowCounter, type WindowCounter } from '../http/window-counter.ts'
import { createConcurrencyLimit, type Release } from './concurrency-limit.ts'

type LimitedResource = 'connections' | 'streams' | 'watches'

/** Limits of one user or one address for sockets and event streams. */
export interface LiveLimits {
  networkOf(request: IncomingMessage): string
  /**
   * Counts a handshake as a request of its address; returns false when the address has used its requests of the minute.
   */
  mayShakeHands(request: IncomingMessage): boolean
  /** Counts requests to watch a topic, because each needs database queries. */
  watchRequests: WindowCounter
  /**
   * Returns a function that releases the slot; throws at the user's limit. `VisitorConnectionLimit` counts visitors.
   */
  acquire(caller: Caller, what: LimitedResource): Release
}

const messages: Record<LimitedResource, (max: number) => string> = {
  connections: (max) => `You have ${max} live connections open. Close a browser or a program and try again.`,
  streams: (max) => `You have ${max} notification streams open. Close a browser or a program and try again.`,
  watches: (max) => `You are watching ${max} topics. Close some pages, then try again.`,
}

type LimitSettings = Pick<Config, 'trustProxy' | 'requestsPerMinute' | 'connectionsPerUser' | 'watchesPerUser'>

export const createLiveLimits = (config: LimitSettings): LiveLimits => {
  const trusted = proxyAddr.compile(config.trustProxy)
  const handshakes = createWindowCounter(config.requestsPerMinute)
  const max: Record<LimitedResource, number> = {
    connections: config.connectionsPerUser,
    streams: config.connectionsPerUser,
    watches: config.watchesPerUser,
  }
  const limits = {
    connections: createConcurrencyLimit(max.connections),
    streams: createConcurrencyLimit(max.streams),
    watches: createConcurrencyLimit(max.watches),
  }
  const networkOfRequest = (request: IncomingMessage) => networkOf(proxyAddr(request, trusted))
  const userOf = (caller: Caller): UserId | null => (caller.kind === 'user' ? caller.userId : null)
  return {
    networkOf: networkOfRequest,
    mayShakeHands: (request) => handshakes.take(networkOfRequest(request)),
    watchRequests: createWindowCounter(config.requestsPerMinute),
    acquire: (caller, what) => {
      const user = userOf(caller)
      if (user === null) return () => undefined
      const release = limits[what].take(user)
      if (!release) throw new ApiError('tooManyConnections', { message: messages[what](max[what]) })
      return release
    },
  }
}
