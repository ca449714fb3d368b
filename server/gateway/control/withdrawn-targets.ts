import type { Route, Target } from '../routes/route.ts'

export interface WithdrawnTargets {
  add(instanceId: string, targetId: string): void
  remove(instanceId: string, targetId: string): void
  /** Returns the route without its withdrawn targets. */
  without(route: Route): Route
  /** Forgets the targets that no route has any more. */
  forgetExcept(routes: ReadonlyMap<string, Route>): void
}

/** Remembers the targets that must get no requests although the database still lists them. */
export function createWithdrawnTargets(): WithdrawnTargets {
  const byInstance = new Map<string, Set<string>>()

  function remove(instanceId: string, targetId: string): void {
    const targets = byInstance.get(instanceId)
    targets?.delete(targetId)
    if (targets?.size === 0) byInstance.delete(instanceId)
  }

  return {
    add(instanceId, targetId) {
      byInstance.set(instanceId, (byInstance.get(instanceId) ?? new Set()).add(targetId))
    },

    remove,

    without(route) {
      const targets = byInstance.get(route.id)
      if (!targets) return route
      const without = <P extends { targets: Target[] }>(place: P): P => ({
        ...place,
        targets: place.targets.filter(({ id }) => !targets.has(id)),
      })
      return { ...route, ports: route.ports.map(without), listeners: route.listeners?.map(without) }
    },

    forgetExcept(routes) {
      for (const [instanceId, targets] of byInstance) {
        const left = new Set(targetsOf(routes.get(instanceId)).map(({ id }) => id))
        for (const targetId of targets) if (!left.has(targetId)) remove(instanceId, targetId)
      }
    },
  }
}

const targetsOf = (route: Route | undefined): Target[] =>
  [...(route?.ports ?? []), ...(route?.listeners ?? [])].flatMap(({ targets }) => targets)
