import { resolve } from 'node:path'
import * as v from 'valibot'
import { smallestWithdrawalMicros } from '../src/rules/referral.ts'
import { type CaptchaConfig, captchaFrom, captchaSettings } from './captcha-settings.ts'
import { type RegionSettings, regionsFrom } from './compute/catalogue/regions/region-settings.ts'
import { type DomainConfig, domainSettings, domainsFrom } from './domain-settings.ts'
import { DEFAULT_SUBNETS } from './engines/docker/network/subnet-pool.ts'
import { instancesUrlFrom, proxyList } from './http/address-settings.ts'
import { type LimitConfig, limitSettings, limitsFrom } from './limit-settings.ts'
import { type PriceConfig, priceSettings, pricesFrom } from './money/prices/price-settings.ts'
import { type Product, productFrom } from './product.ts'
import { type Providers, providerSettings, providersFrom } from './provider-settings.ts'
import {
  address,
  described,
  dollarAmount,
  type HostPortRange,
  hostPortRange,
  port,
  subnetRanges,
  switched,
  wholeNumber,
} from './setting-kinds.ts'
import { StartUpError } from './start-up/start-up-error.ts'

export const AUDIT_RETENTION_DAYS = 365

/** Every setting, as read from the environment. An empty value counts as not set. */
export const settingsSchema = v.object({
  PORT: described(v.optional(port, '4600'), 'Port of the API, the console, the WebSocket and the event stream.'),
  HOST: described(v.optional(v.string(), '127.0.0.1'), 'Address to listen on.'),
  LONGSHORE_MODE: described(
    v.optional(v.picklist(['sandbox', 'production'], 'must be sandbox or production'), 'sandbox'),
    'sandbox includes local stand-ins for external services; production does not start with them.',
  ),
  LONGSHORE_PUBLIC_URL: described(
    v.optional(address),
    'Public URL of the console and the API; http://localhost:PORT when not set.',
  ),
  LONGSHORE_DATA: described(v.optional(v.string(), '.longshore'), 'The data folder.'),
  LONGSHORE_SECRET: described(
    v.optional(v.string()),
    'Signs sessions and encrypts credentials; at least 32 characters. When not set, sandbox mode generates one in the data folder.',
  ),
  DATABASE_URL: described(
    v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must start with postgres://'))),
    'URL of your own PostgreSQL; when not set, the built-in one runs in the data folder.',
  ),
  LONGSHORE_ENGINE: described(
    v.optional(v.picklist(['auto', 'docker', 'process'], 'must be auto, docker or process'), 'auto'),
    'Default engine that runs workloads. In production, auto selects only a container engine; set process to run plain processes.',
  ),
  DOCKER_HOST: described(
    v.optional(v.string()),
    'Address of the default container engine, such as unix:///run/docker.sock or tcp://127.0.0.1:2375.',
  ),
  LONGSHORE_SUBNETS: described(
    v.optional(subnetRanges, DEFAULT_SUBNETS.join(',')),
    'Comma-separated IPv4 ranges for container networks, which take 16 addresses each. Ranges that the machine or the engine already uses are skipped.',
  ),
  LONGSHORE_INSTANCES_URL: described(
    v.optional(address),
    'Base URL whose subdomains are the instances, on a different domain than the console; the public URL when not set.',
  ),
  LONGSHORE_SHARED_SITE: described(
    v.optional(v.picklist(['accepted'], 'must be accepted')),
    'accepted lets production serve instances on the console’s own domain: their pages can then set cookies for the console and are same-site with it in a browser.',
  ),
  LONGSHORE_HOST_PORTS: described(
    // Outside the range that Linux takes for outgoing connections by default (32768-60999).
    v.optional(hostPortRange, '20000-29999'),
    'Range of loopback ports for instances. Choose ports that nothing else on the machine uses, outside the system’s range for outgoing connections.',
  ),
  LONGSHORE_TRUST_PROXY: described(
    v.optional(proxyList),
    'Comma-separated addresses or networks of reverse proxies whose X-Forwarded headers are trusted; none when no proxy forwards requests. Required in production with an https public URL.',
  ),
  LONGSHORE_LOG: described(
    v.optional(
      v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a log level'),
      'info',
    ),
    'Lowest level that is logged.',
  ),
  LONGSHORE_LOG_TO: described(
    v.optional(v.picklist(['file', 'stderr'], 'must be file or stderr'), 'file'),
    'Destination of the log: longshore.log in the data folder, or stderr. Warnings always go to stderr.',
  ),
  LONGSHORE_PRODUCT: described(
    v.optional(v.string()),
    'A JSON file that changes the name, links, banner, disabled apps and regions.',
  ),
  LONGSHORE_REGIONS: described(
    v.optional(v.string()),
    'A JSON file with the regions: engine, scaling modes, address pool, GPUs, storage, prices and discounts. When not set, there is one region for each engine that is found.',
  ),
  LONGSHORE_TEMPLATES: described(
    v.optional(v.string()),
    'A folder of your own templates, as JSON files. One with the name of a template that ships with Longshore replaces it.',
  ),
  LONGSHORE_CHECK_RESPONSES: described(
    v.optional(switched, 'off'),
    'Validates each response against its schema, for development.',
  ),
  LONGSHORE_REQUESTS_PER_MINUTE: described(
    v.optional(wholeNumber),
    'Requests per minute for each user, or for each address without a signed-in user: 1500 in production, else 60000.',
  ),
  LONGSHORE_SIGN_INS_PER_MINUTE: described(
    v.optional(wholeNumber),
    'Login steps per minute for each address: 60 in production, else 6000.',
  ),
  LONGSHORE_UNKNOWN_TOKENS_PER_MINUTE: described(
    v.optional(wholeNumber),
    'Unknown tokens per minute for each address before they are looked up in batches, at a few queries a second: 60 in production, else 6000.',
  ),
  LONGSHORE_CONNECTIONS_PER_USER: described(
    v.optional(wholeNumber),
    'Open WebSockets, and as many event streams, for each user (tabs of one browser share one): 20 in production, else 2000.',
  ),
  LONGSHORE_WATCHES_PER_USER: described(
    v.optional(wholeNumber),
    'Topics that each user may watch over all WebSockets: 500 in production, else 20000.',
  ),
  LONGSHORE_WITHDRAWAL_LIMIT: described(
    v.optional(dollarAmount),
    'Minimum withdrawal of referral credit, in dollars: 100 in production, else 0.1.',
  ),
  LONGSHORE_SMTP_URL: described(
    v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/\S+$/, 'must start with smtp:// or smtps://'))),
    'Mail server, such as smtp://mail.example.org:587, with user and password before the host if it requires them. When not set, sandbox mode shows mails at /api/sandbox/mail instead, and production cannot send invitations.',
  ),
  LONGSHORE_MAIL_FROM: described(
    v.optional(v.pipe(v.string(), v.regex(/^[^\r\n@]+@[^\r\n]+$/, 'must be an e-mail address'))),
    'Sender of mails, such as Longshore <no-reply@example.org>; no-reply at the public host when not set.',
  ),
  ...limitSettings,
  LONGSHORE_AUDIT_RETENTION_DAYS: described(
    v.optional(wholeNumber, String(AUDIT_RETENTION_DAYS)),
    'Days for which entries of audit and security logs are kept, even after their organisation was deleted.',
  ),
  ...domainSettings,
  ...providerSettings,
  ...captchaSettings,
  ...priceSettings,
})

export interface Config extends LimitConfig, PriceConfig {
  /** 0 lets the system choose one. */
  port: number
  host: string
  mode: 'sandbox' | 'production'
  /** Without trailing slashes. The subdomains of the second one are the instances. */
  publicUrl: string
  instancesUrl: string
  sharesSite: boolean
  /** Absolute. */
  dataFolder: string
  /** As set in the environment. The secret in use may be a generated one, which is passed on separately as `secret`. */
  givenSecret: string | null
  databaseUrl: string | null
  engine: 'auto' | 'docker' | 'process'
  dockerHost: string | null
  /** In CIDR notation. */
  subnets: string[]
  hostPorts: HostPortRange
  trustProxy: string[]
  /** Whether LONGSHORE_TRUST_PROXY is set, even to `none`. */
  namesProxies: boolean
  log: { level: string; to: 'file' | 'stderr' }
  checkResponses: boolean
  requestsPerMinute: number
  /** Sign-in steps, and unknown tokens before they are looked up in batches, of one address per minute. */
  signInsPerMinute: number
  unknownTokensPerMinute: number
  /** WebSockets, and as many event streams. */
  connectionsPerUser: number
  watchesPerUser: number
  withdrawalLimitMicros: number
  auditRetentionDays: number
  /** Without a server, mails are stored in sandbox mode and not composed in production. */
  mail: { smtpUrl: string | null; from: string }
  providers: Providers
  captcha: CaptchaConfig
  product: Product
  domains: DomainConfig
  /** Null for the default regions, and without templates of the operator. The folder is absolute. */
  regions: RegionSettings[] | null
  templatesFolder: string | null
}

const REQUESTS_PER_MINUTE = { sandbox: 60_000, production: 1500 }
const SIGN_INS_PER_MINUTE = { sandbox: 6000, production: 60 }
export const UNKNOWN_TOKENS_PER_MINUTE = { sandbox: 6000, production: 60 }
const CONNECTIONS_PER_USER = { sandbox: 2000, production: 20 }
const WATCHES_PER_USER = { sandbox: 20_000, production: 500 }

export const configFrom = (environment: NodeJS.ProcessEnv, workingFolder: string): Config => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = v.safeParse(settingsSchema, given)
  if (!read.success) {
    const problems = read.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
    throw new StartUpError(`Invalid settings: ${problems.join('; ')}. Correct them and start again.`)
  }
  const settings = read.output
  const publicUrl = (settings.LONGSHORE_PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/(?<!\/)\/+$/, '')
  const product = productFrom(settings.LONGSHORE_PRODUCT ? resolve(workingFolder, settings.LONGSHORE_PRODUCT) : null)
  const instancesUrl = instancesUrlFrom(settings.LONGSHORE_INSTANCES_URL, publicUrl)
  return {
    port: settings.PORT,
    host: settings.HOST,
    mode: settings.LONGSHORE_MODE,
    publicUrl,
    instancesUrl,
    domains: domainsFrom(settings, instancesUrl, settings.LONGSHORE_TRUST_PROXY),
    sharesSite: settings.LONGSHORE_SHARED_SITE === 'accepted',
    dataFolder: resolve(workingFolder, settings.LONGSHORE_DATA),
    givenSecret: settings.LONGSHORE_SECRET ?? null,
    databaseUrl: settings.DATABASE_URL ?? null,
    engine: settings.LONGSHORE_ENGINE,
    dockerHost: settings.DOCKER_HOST ?? null,
    subnets: settings.LONGSHORE_SUBNETS,
    hostPorts: settings.LONGSHORE_HOST_PORTS,
    trustProxy: settings.LONGSHORE_TRUST_PROXY ?? [],
    namesProxies: settings.LONGSHORE_TRUST_PROXY !== undefined,
    log: { level: settings.LONGSHORE_LOG, to: settings.LONGSHORE_LOG_TO },
    checkResponses: settings.LONGSHORE_CHECK_RESPONSES,
    requestsPerMinute: settings.LONGSHORE_REQUESTS_PER_MINUTE ?? REQUESTS_PER_MINUTE[settings.LONGSHORE_MODE],
    signInsPerMinute: settings.LONGSHORE_SIGN_INS_PER_MINUTE ?? SIGN_INS_PER_MINUTE[settings.LONGSHORE_MODE],
    unknownTokensPerMinute:
      settings.LONGSHORE_UNKNOWN_TOKENS_PER_MINUTE ?? UNKNOWN_TOKENS_PER_MINUTE[settings.LONGSHORE_MODE],
    connectionsPerUser: settings.LONGSHORE_CONNECTIONS_PER_USER ?? CONNECTIONS_PER_USER[settings.LONGSHORE_MODE],
    watchesPerUser: settings.LONGSHORE_WATCHES_PER_USER ?? WATCHES_PER_USER[settings.LONGSHORE_MODE],
    withdrawalLimitMicros: settings.LONGSHORE_WITHDRAWAL_LIMIT ?? smallestWithdrawalMicros(settings.LONGSHORE_MODE),
    auditRetentionDays: settings.LONGSHORE_AUDIT_RETENTION_DAYS,
    mail: {
      smtpUrl: settings.LONGSHORE_SMTP_URL ?? null,
      from: settings.LONGSHORE_MAIL_FROM ?? `${product.name} <no-reply@${new URL(publicUrl).hostname}>`,
    },
    providers: providersFrom(given),
    captcha: captchaFrom(settings, settings.LONGSHORE_MODE),
    product,
    regions: regionsFrom(settings.LONGSHORE_REGIONS ? resolve(workingFolder, settings.LONGSHORE_REGIONS) : null),
    ...pricesFrom(settings, workingFolder),
    templatesFolder: settings.LONGSHORE_TEMPLATES ? resolve(workingFolder, settings.LONGSHORE_TEMPLATES) : null,
    ...limitsFrom(settings, settings.LONGSHORE_MODE === 'sandbox'),
  }
}
