import type { Socket } from 'socket.io'
import * as v from 'valibot'
import { unwatchRequest, type WatchResponse, watchRequest } from '../../src/contract/live.ts'
import { organizationTopic } from '../../src/contract/topics.ts'
import { ApiError } from '../http/api-error.ts'
import type { Authenticate, Caller, Recheck, Scope } from '../http/handler.ts'
import type { Authorize } from '../http/policy.ts'
import { toApiError } from '../http/to-api-error.ts'
import type { Log } from '../log.ts'
import type { Release } from './concurrency-limit.ts'
import type { Hub, Watch } from './hub.ts'
import type { LiveLimits } from './live-limits.ts'
import { concernsCaller, type RightsChange, type RightsChanges } from './rights-changes.ts'
import { socketFlow } from './socket-flow.ts'
import { topicAccess } from './topic-access.ts'
import { type GuardedSink, guardedSink } from './visible-events.ts'
import { RETRY_MS, watchCaller } from './watch-caller.ts'

export interface LiveOptions {
  hub: Hub
  authenticate: Authenticate
  recheck: Recheck
  authorize: Authorize
  rights: RightsChanges
  limits: LiveLimits
  log: Log
}

interface Watching {
  watch: Watch
  release: Release
  scope: Scope
  sink: GuardedSink
}

const MAX_WATCHES = 200
/** A visitor's page watches one organisation. */
const MAX_WATCHES_PER_VISITOR = 10

/** Makes the client watch again, and reload its lists when packets are gone. */
const readAgain = {
  error: 'behind',
  message: 'Your access has changed, or older events are no longer stored. Reloading.',
}

/** Serves one connected client, and ends its watches when it loses access. */
export const serveSocket = (socket: Socket, caller: Caller, options: LiveOptions): void => {
  const { hub, recheck, authorize, rights, limits, log } = options
  const rateLimitKey = caller.kind === 'user' ? caller.userId : limits.networkOf(socket.request)
  const sinkFor = socketFlow(socket)
  const watching = new Map<string, Watching>()
  const max = caller.kind === 'visitor' ? MAX_WATCHES_PER_VISITOR : MAX_WATCHES
  let current = caller
  let beginning = 0
  let changes = 0
  let pendingChanges = 0

  const end = (topic: string, apiError?: { error: string; message: string }) => {
    watching.get(topic)?.watch.stop()
    watching.get(topic)?.release()
    watching.delete(topic)
    if (apiError) socket.emit('watchEnded', { topic, ...apiError })
  }

  const scopeOf = async (topic: string) => {
    const known = topicAccess(topic)
    const scope = known && (await authorize(current, known.access, known.id))
    if (!scope) throw new ApiError('notFound')
    return scope
  }

  const begin = async (topic: string, after: number | null, acknowledge: (acknowledge: WatchResponse) => void) => {
    end(topic)
    if (watching.size + beginning > max) throw new ApiError('tooMany', { message: 'You are watching too many topics.' })
    if (!limits.watchRequests.take(rateLimitKey)) throw new ApiError('tooMany')
    const release = limits.acquire(caller, 'watches')
    try {
      await beginIn(release, topic, after, acknowledge)
    } catch (error) {
      release()
      throw error
    }
  }

  const beginIn = async (
    release: Release,
    topic: string,
    after: number | null,
    acknowledge: (acknowledge: WatchResponse) => void,
  ): Promise<void> => {
    const before = { changes, pendingChanges }
    const scope = await scopeOf(topic)
    // The id of a sub-organisation refers to its organisation.
    const source = topic.startsWith('organization/') ? organizationTopic(scope.organizationId) : topic
    const sink = guardedSink(
      sinkFor(topic, () => end(topic, readAgain)),
      scope,
    )
    // A larger start makes the client read its lists again.
    const start = after === null ? null : Math.max(after, scope.eventsAfter ?? 0)
    const watch = await hub.watch(source, start, sink)
    if (socket.disconnected) return release()
    end(topic)
    const one = { watch, release, scope, sink }
    watching.set(topic, one)
    if (pendingChanges !== before.pendingChanges) sink.hold()
    acknowledge({ ok: true, from: watch.from })
    watch.start()
    // A change of rights during the check of the policy did not include this watch.
    if (changes !== before.changes) void recheckWatches((other) => other === one)
  }

  socket.on('watch', async (request: unknown, acknowledge: unknown) => {
    if (typeof acknowledge !== 'function') return
    const reply = (response: WatchResponse) => acknowledge(response)
    const read = v.safeParse(watchRequest, request)
    if (!read.success) return reply({ ok: false, error: 'invalid', message: 'Not a valid watch request.' })
    beginning += 1
    try {
      await begin(read.output.topic, read.output.after, reply)
    } catch (error) {
      const apiError = toApiError(error)
      if (apiError.status >= 500) log.warn({ err: error }, 'a topic could not be watched')
      reply({ ok: false, error: apiError.code, message: apiError.message })
    } finally {
      beginning -= 1
    }
  })

  socket.on('unwatch', (request: unknown) => {
    const read = v.safeParse(unwatchRequest, request)
    if (read.success) end(read.output.topic)
  })

  const recheckScopes: Recheck = async (of) => {
    current = await recheck(of)
    return current
  }
  const callerWatch = watchCaller(caller, recheckScopes, () => {
    socket.emit('sessionEnded')
    socket.disconnect(true)
  })

  let toRecheck = new Set<Watching>()
  let retry: NodeJS.Timeout | undefined

  const recheckLater = (one: Watching) => {
    toRecheck.add(one)
    retry ??= setTimeout(() => {
      const those = toRecheck
      toRecheck = new Set()
      retry = undefined
      void recheckWatches((other) => those.has(other))
    }, RETRY_MS)
  }

  const recheckWatches = async (concerned: (one: Watching) => boolean) => {
    const still = await callerWatch.checkCaller()
    if (still === 'ended') return
    for (const [topic, one] of [...watching]) {
      if (!concerned(one)) continue
      if (still === 'unknown') {
        recheckLater(one)
        continue
      }
      // Two changes in quick succession are checked concurrently, but the end is sent once.
      const endWatch = (apiError: { error: string; message: string }) => {
        if (watching.get(topic) === one) end(topic, apiError)
      }
      try {
        const { holds } = one.sink
        // With other rights, the client reloads its lists and watches again.
        if (hasSameRights(await scopeOf(topic), one.scope)) one.sink.release(holds)
        else endWatch(readAgain)
      } catch (error) {
        const apiError = toApiError(error)
        if (apiError.status < 500) endWatch({ error: apiError.code, message: apiError.message })
        else if (watching.get(topic) === one) recheckLater(one)
      }
    }
  }

  const concerns = (change: RightsChange, { scope }: Watching): boolean =>
    concernsCaller(change, caller, scope.organizationId)

  const stopListening = rights.on(
    (change) => {
      changes += 1
      if (concernsCaller(change, caller) || [...watching.values()].some((one) => concerns(change, one)))
        void recheckWatches((one) => concerns(change, one))
    },
    (change) => {
      pendingChanges += 1
      for (const one of watching.values()) if (concerns(change, one)) one.sink.hold()
    },
  )

  socket.on('disconnect', () => {
    stopListening()
    callerWatch.stop()
    clearTimeout(retry)
    for (const topic of [...watching.keys()]) end(topic)
  })
}

const hasSameRights = (one: Scope, other: Scope): boolean =>
  (one.role === null) === (other.role === null) &&
  one.permissions.length === other.permissions.length &&
  one.permissions.every((permission) => other.permissions.includes(permission))
