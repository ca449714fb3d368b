import type { InstanceId } from '../../../src/contract/wire/common.ts'

export interface Withdrawal {
  instanceId: InstanceId
  /** `Target.id`: the replica that is about to stop. */
  targetId: string
  /** How long requests may take and WebSockets may stay open. */
  graceMs: number
  /** Gives up waiting; the target remains withdrawn. */
  signal?: AbortSignal
}

/** What the rest of the control plane may ask of the gateway. */
export interface RoutePublisher {
  /**
   * Resolves when the gateway has acknowledged routes without the target, and none of its requests is in flight. After
   * the grace period, WebSockets are closed with 1001 and requests are cut off. Waits while the gateway restarts.
   */
  withdraw(withdrawal: Withdrawal): Promise<void>
  /** Lets a withdrawn target serve again, for example after a cancelled update. */
  restore(instanceId: InstanceId, targetId: string): void
}
