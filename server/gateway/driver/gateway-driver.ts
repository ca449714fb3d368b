import type { GatewayLink } from '../control/gateway-link.ts'

/** Runs the gateway. Another driver can leave the public port to an existing proxy. */
export interface GatewayDriver {
  /** The public port. */
  readonly port: number
  /** Calls back with the connection to the running gateway, and to each later one. */
  onConnect(handler: (link: GatewayLink) => void): void
  /** Stops the gateway with the control plane. */
  stop(): Promise<void>
}
