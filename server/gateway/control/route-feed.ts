import type { Route } from '../routes/route.ts'
import { type BatchLimits, batchesOf } from './batches.ts'
import { type GatewayLink, LinkClosed } from './gateway-link.ts'
import type { RoutePublisher } from './route-publisher.ts'
import { createWithdrawnTargets } from './withdrawn-targets.ts'

export interface RouteFeed extends RoutePublisher {
  replaceAll(routes: readonly Route[]): void
  change(changed: readonly Route[], removedIds: readonly string[]): void
  /** Feeds a gateway from now on, beginning with all routes. */
  connect(link: GatewayLink): void
}

/** Keeps a message far below the limit of a frame: a domain takes up to 400 bytes. */
const inMessage: BatchLimits<Route> = {
  maxItems: 200,
  maxWeight: 1500,
  weightOf: ({ domains }) => domains?.length ?? 0,
}

/** Sends the routes to the gateway, with a revision that it acknowledges. */
export function createRouteFeed(): RouteFeed {
  const known = new Map<string, Route>()
  const withdrawn = createWithdrawnTargets()
  let link: GatewayLink | undefined
  let isLoaded = false
  let revision = 0
  const onFed: (() => void)[] = []

  function sendAll(): void {
    if (!link || !isLoaded) return
    revision += 1
    const routes = [...known.values()].map(withdrawn.without)
    const batches = batchesOf(routes, inMessage)
    for (const [at, batch] of batches.entries())
      link.send({ type: 'allRoutes', revision, routes: batch, isFirst: at === 0, isLast: at === batches.length - 1 })
    for (const resolve of onFed.splice(0)) resolve()
  }

  function sendChanged(routes: readonly Route[], removedIds: readonly string[]): void {
    if (!link || !isLoaded) return
    revision += 1
    for (const [at, batch] of batchesOf(routes.map(withdrawn.without), inMessage).entries())
      link.send({ type: 'changedRoutes', revision, routes: batch, removedIds: at === 0 ? [...removedIds] : [] })
  }

  function resend(instanceId: string): void {
    const route = known.get(instanceId)
    if (route) sendChanged([route], [])
  }

  /** Resolves with the link to a gateway that has been sent all routes. */
  async function fedLink(signal: AbortSignal | undefined): Promise<GatewayLink> {
    for (;;) {
      signal?.throwIfAborted()
      if (link && isLoaded) return link
      await aborting(
        new Promise<void>((resolve) => {
          onFed.push(resolve)
        }),
        signal,
      )
    }
  }

  return {
    replaceAll(routes) {
      known.clear()
      for (const route of routes) known.set(route.id, route)
      isLoaded = true
      withdrawn.forgetExcept(known)
      sendAll()
    },

    change(changed, removedIds) {
      for (const id of removedIds) known.delete(id)
      for (const route of changed) known.set(route.id, route)
      withdrawn.forgetExcept(known)
      sendChanged(changed, removedIds)
    },

    connect(connected) {
      link = connected
      void connected.closed.then(() => {
        if (link === connected) link = undefined
      })
      sendAll()
    },

    async withdraw({ instanceId, targetId, graceMs, signal }) {
      withdrawn.add(instanceId, targetId)
      resend(instanceId)
      for (;;) {
        const current = await fedLink(signal)
        try {
          await aborting(current.acknowledged(revision), signal)
          await aborting(current.drained(targetId, graceMs), signal)
          return
        } catch (error) {
          // The next gateway starts without connections, and gets routes without the target.
          if (!(error instanceof LinkClosed)) throw error
          if (link === current) link = undefined
        }
      }
    },

    restore(instanceId, targetId) {
      withdrawn.remove(instanceId, targetId)
      resend(instanceId)
    },
  }
}

/** Rejects when the signal is aborted first. */
async function aborting<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  // Its rejection has no other listener when the signal is aborted first.
  work.catch(() => undefined)
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}
