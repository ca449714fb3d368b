/** One listening address of one replica. */
export interface Target {
  /** Names the replica; the same in all ports of it. */
  id: string
  /** An IP address without brackets. */
  address: string
  hostPort: number
}

export interface RoutePort {
  containerPort: number
  /** Empty while nothing serves the port. */
  targets: Target[]
  /** The service that a request wakes; without it, requests are not held. */
  wakes?: string | undefined
}

/** A place at which visitors reach a TCP or UDP port of an instance, which may be one of HTTP. */
export interface RouteListener {
  protocol: 'tcp' | 'udp'
  /** An IP address; null for the one that the gateway shares. */
  address: string | null
  port: number
  targets: Target[]
}

/** A host name of its own that leads to an instance. */
export interface RouteDomain {
  id: string
  /** In ASCII; with `*.` in front for all names one label below. */
  name: string
  /** Null for the default port of the instance. */
  containerPort: number | null
  /** Whether requests over HTTP are redirected to HTTPS: there is a certificate, and its owner wants it. */
  redirects: boolean
  hstsSeconds: number
  /** Whether challenges of a certificate authority are for the platform, and not for the instance. */
  servesChallenges: boolean
}

/** Decides which page visitors get when no target serves them. */
export type RouteState = 'running' | 'starting' | 'closed' | 'failed'

/** What the gateway knows of an instance. */
export interface Route {
  /** Never used again for another instance. */
  id: string
  /** The label in front of the gateway's domain. */
  host: string
  name: string
  /** The organisation, for limits that it has as a whole. */
  owner?: string | undefined
  state: RouteState
  /** The container port that the host name leads to when it names none. */
  defaultPort: number | null
  /** All declared ports, also those without a target. */
  ports: RoutePort[]
  /** None when absent. */
  domains?: RouteDomain[] | undefined
  /** None when absent. */
  listeners?: RouteListener[] | undefined
}
