import { createTestAuthority } from '../certificates.ts'
import { routedGateway } from '../server/routed-gateway.ts'
import { until } from '../server/until.ts'
import { type Secure, Visitor } from './raw-visitor.ts'

export interface SecuredGateway {
  port: number
  host: string
  secure: Secure
  stop(): Promise<void>
}

/** Starts a gateway that serves one domain over TLS, whose instance is at a port of this machine. */
export async function securedGateway(hostPort: number): Promise<SecuredGateway> {
  const host = 'attacked.test'
  const authority = await createTestAuthority()
  const gateway = await routedGateway([], { httpPort: null, httpsPort: 0 })
  const { guard } = await gateway.openConsole((_request, response) => response.end('the control plane'))
  guard()
  gateway.routes.replaceAll([
    {
      id: 'attacked',
      host: 'attacked',
      name: 'Attacked',
      state: 'running',
      defaultPort: 8080,
      ports: [{ containerPort: 8080, targets: [{ id: 'replica', address: '127.0.0.1', hostPort }] }],
      domains: [
        {
          id: 'domain',
          name: host,
          containerPort: null,
          redirects: true,
          hstsSeconds: 0,
          servesChallenges: false,
        },
      ],
    },
  ])
  gateway.link.send({
    type: 'allCertificates',
    certificates: [{ domainId: 'domain', ...(await authority.issue([host])) }],
    isFirst: true,
    isLast: true,
  })
  const secure = { servername: host, ca: authority.root }
  const visitor = new Visitor(gateway.httpsPort, host, secure)
  await until(() =>
    visitor.get('/ready').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  visitor.disconnect()
  return { port: gateway.httpsPort, host, secure, stop: gateway.close }
}
