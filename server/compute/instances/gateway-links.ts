import type { ServicePort } from '../../../src/contract/wire/instance/resources.ts'

/** Well-known ports of protocols other than HTTP, which get no link for a browser. */
const notForBrowsers = new Set([
  21, 22, 25, 53, 110, 143, 389, 1433, 1521, 1883, 3306, 5432, 5672, 6379, 9042, 9092, 11_211, 27_017,
])

export interface GatewayLinks {
  /** The suffix of an instance's host label in its link, such as `.localhost:4600`. */
  base: string
  /** The address of shared TCP and UDP ports. */
  sharedHost: string
  /** Returns the URL of an instance's port; null for a port that is not for browsers. */
  to(host: string, containerPort: number, isFirst: boolean): string | null
}

/** `http://{host}.localhost:4600` for the first HTTP port, `http://{port}-{host}.localhost:4600` for the others. */
export function createGatewayLinks(publicUrl: string, listenHost = '127.0.0.1'): GatewayLinks {
  const { protocol, host: base, hostname } = new URL(publicUrl)
  return {
    base: `.${base}`,
    sharedHost: listensEverywhere(listenHost) ? hostname : listenHost,
    to: (host, containerPort, isFirst) => {
      if (notForBrowsers.has(containerPort)) return null
      return `${protocol}//${isFirst ? host : `${containerPort}-${host}`}.${base}`
    },
  }
}

type Declared = Pick<ServicePort, 'containerPort' | 'protocol' | 'exposure'>

/** Whether the gateway forwards to a port by host name. TCP and UDP ports have addresses of the forwarder instead. */
export const isLinked = ({ protocol, exposure }: Declared): boolean => protocol === 'http' && exposure === 'public'

/** Returns the port that an instance's own host name is routed to. */
export const firstHttpPort = (containerPorts: readonly number[]): number | undefined =>
  containerPorts.find((port) => !notForBrowsers.has(port)) ?? containerPorts[0]

const listensEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'
