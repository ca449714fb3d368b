import type { AcmeConfig } from '../../../domain-settings.ts'
import type { Seal } from '../../../keys/seal.ts'
import type { DomainOptions } from '../domain-options.ts'
import type { DnsProvider, GatewayPlace } from './challenges.ts'
import type { AcmeHttp } from './client/acme-http.ts'

export interface AcmeOptions extends DomainOptions {
  acme: AcmeConfig
  http: AcmeHttp
  dnsProvider: DnsProvider | null
  seal: Seal
  accountSeal: Seal
  gateway: () => GatewayPlace
}
