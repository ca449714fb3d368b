import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { Config } from '../config.ts'
import type { Caller } from '../http/handler.ts'
import { networkOf } from '../http/network-of.ts'
import { Refused } from '../http/refused.ts'
import { createWindowCounter, type WindowCounter } from '../http/window-counter.ts'
import { createPlaces, type Leave } from './places.ts'

type Held = 'connections' | 'streams' | 'watches'

/** What one user, or one address, may hold open and ask for on sockets and event streams. */
export interface LiveLimits {
  networkOf(request: IncomingMessage): string
  /** Counts a handshake as a request of its address; false when the address has no more in this minute. */
  mayShakeHands(request: IncomingMessage): boolean
  /** Counts a request to watch something: each costs look-ups. */
  watchRequests: WindowCounter
  /** Answers how to give the place back; throws where the user has no more. Visitors are counted by address elsewhere. */
  hold(caller: Caller, what: Held): Leave
}

const words: Record<Held, (most: number) => string> = {
  connections: (most) => `You have ${most} live connections open. Close a browser or a program, then try again.`,
  streams: (most) => `You have ${most} notification streams open. Close a browser or a program, then try again.`,
  watches: (most) => `You are watching ${most} topics. Close some pages, then try again.`,
}

type Asked = Pick<Config, 'trustProxy' | 'requestsAMinute' | 'connectionsOfOneUser' | 'watchesOfOneUser'>

export const createLiveLimits = (config: Asked): LiveLimits => {
  const trusted = proxyAddr.compile(config.trustProxy)
  const handshakes = createWindowCounter(config.requestsAMinute)
  const most: Record<Held, number> = {
    connections: config.connectionsOfOneUser,
    streams: config.connectionsOfOneUser,
    watches: config.watchesOfOneUser,
  }
  const places = {
    connections: createPlaces(most.connections),
    streams: createPlaces(most.streams),
    watches: createPlaces(most.watches),
  }
  const networkOfRequest = (request: IncomingMessage) => networkOf(proxyAddr(request, trusted))
  const userOf = (caller: Caller): UserId | null => (caller.kind === 'person' ? caller.userId : null)
  return {
    networkOf: networkOfRequest,
    mayShakeHands: (request) => handshakes.take(networkOfRequest(request)),
    watchRequests: createWindowCounter(config.requestsAMinute),
    hold: (caller, what) => {
      const user = userOf(caller)
      if (user === null) return () => undefined
      const leave = places[what].take(user)
      if (!leave) throw new Refused('tooManyConnections', { words: words[what](most[what]) })
      return leave
    },
  }
}
