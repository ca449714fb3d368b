import { resolve } from 'node:path'
import * as v from 'valibot'
import { smallestWithdrawalMicros } from '../src/rules/referral.ts'
import { DEFAULT_HOST_PORTS, type HostPortRange, hostPortRange } from './compute/reconcile/host-port-range.ts'
import { DEFAULT_SUBNETS } from './engines/docker/network/subnet-pool.ts'
import { instancesUrlFrom, proxyList } from './http/address-settings.ts'
import { type LimitConfig, limitSettings, limitsFrom } from './limit-settings.ts'
import { type Product, productFrom } from './product.ts'
import { type Providers, providerSettings, providersFrom } from './provider-settings.ts'
import { address, described, dollarAmount, port, subnetRanges, switched, wholeNumber } from './setting-kinds.ts'
import { StartUpError } from './start-up/start-up-error.ts'

export const AUDIT_RETENTION_DAYS = 365

/** Every setting, as the environment gives it. An empty value counts as not set. */
export const settingsSchema = v.object({
  PORT: described(v.optional(port, '4600'), 'The one port of the API, the console, the socket and the event stream.'),
  HOST: described(v.optional(v.string(), '127.0.0.1'), 'The address it listens on.'),
  LONGSHORE_MODE: described(
    v.optional(v.picklist(['sandbox', 'production'], 'must be sandbox or production'), 'sandbox'),
    'sandbox brings local counterparts of the outside world; production refuses to start with any of them.',
  ),
  LONGSHORE_PUBLIC_URL: described(
    v.optional(address),
    'What people type to reach it; http://localhost:PORT when not set.',
  ),
  LONGSHORE_DATA: described(v.optional(v.string(), '.longshore'), 'The data folder.'),
  LONGSHORE_SECRET: described(
    v.optional(v.string()),
    'Signs sessions and seals credentials, 32 characters at least. Made and kept in the data folder in sandbox mode.',
  ),
  DATABASE_URL: described(
    v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must start with postgres://'))),
    'A PostgreSQL of your own; the built-in one runs in the data folder when not set.',
  ),
  LONGSHORE_ENGINE: described(
    v.optional(v.picklist(['auto', 'docker', 'process'], 'must be auto, docker or process'), 'auto'),
    'What runs workloads. In production auto takes a container engine only; processes run when they are named.',
  ),
  DOCKER_HOST: described(
    v.optional(v.string()),
    'The container engine, as unix:///run/docker.sock or tcp://127.0.0.1:2375.',
  ),
  LONGSHORE_SUBNETS: described(
    v.optional(subnetRanges, DEFAULT_SUBNETS.join(',')),
    'IPv4 ranges, comma separated, for the networks of containers: 16 addresses for each. Ranges that the machine or the engine uses already are skipped.',
  ),
  LONGSHORE_INSTANCES_URL: described(
    v.optional(address),
    'The address below which each instance has a name of its own, on another domain than the console’s; the public address when not set.',
  ),
  LONGSHORE_SHARED_SITE: described(
    v.optional(v.picklist(['accepted'], 'must be accepted')),
    'accepted lets production serve instances on the console’s own domain: their pages can then set cookies for the console and count as its neighbours in a browser.',
  ),
  LONGSHORE_HOST_PORTS: described(
    v.optional(hostPortRange, DEFAULT_HOST_PORTS),
    'The loopback ports that lead to instances. Choose ports that nothing else on the machine uses, outside the range that the system takes for outgoing connections.',
  ),
  LONGSHORE_TRUST_PROXY: described(
    v.optional(proxyList),
    'Addresses or networks of reverse proxies, comma separated, whose X-Forwarded headers are believed; none when nothing forwards requests. Production behind https asks for it.',
  ),
  LONGSHORE_LOG: described(
    v.optional(
      v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'must be a log level'),
      'info',
    ),
    'The least level that is written to the log file in the data folder.',
  ),
  LONGSHORE_LOG_TO: described(
    v.optional(v.picklist(['file', 'stderr'], 'must be file or stderr'), 'file'),
    'Where the log goes; warnings go to stderr in any case.',
  ),
  LONGSHORE_PRODUCT: described(
    v.optional(v.string()),
    'A JSON file that changes the name, links, banner, disabled apps and regions.',
  ),
  LONGSHORE_CHECK_RESPONSES: described(
    v.optional(switched, 'off'),
    'Checks each answer against its description, for development.',
  ),
  LONGSHORE_REQUESTS_A_MINUTE: described(
    v.optional(wholeNumber),
    'How many requests one person, or one unknown address, may make in a minute: 1500 in production, else 60000.',
  ),
  LONGSHORE_SIGN_INS_A_MINUTE: described(
    v.optional(wholeNumber),
    'How many steps of signing in one address may take in a minute: 60 in production, else 6000.',
  ),
  LONGSHORE_UNKNOWN_TOKENS_A_MINUTE: described(
    v.optional(wholeNumber),
    'How many unknown tokens one address may bring in a minute before they are looked up together with others, in a few queries a second: 60 in production, else 6000.',
  ),
  LONGSHORE_CONNECTIONS_OF_ONE_USER: described(
    v.optional(wholeNumber),
    'How many sockets, and as many event streams, one user may hold open (tabs of one browser share one): 20 in production, else 2000.',
  ),
  LONGSHORE_WATCHES_OF_ONE_USER: described(
    v.optional(wholeNumber),
    'How many topics one user may watch over all sockets: 500 in production, else 20000.',
  ),
  LONGSHORE_WITHDRAWAL_LIMIT: described(
    v.optional(dollarAmount),
    'The smallest withdrawal of referral credit, in dollars: 100 in production, else 0.1.',
  ),
  LONGSHORE_SMTP_URL: described(
    v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/\S+$/, 'must start with smtp:// or smtps://'))),
    'The mail server, as smtp://mail.example.org:587, with a user and a password before the host where it wants them. In sandbox mode mails are kept at /api/sandbox/mail when it is not set; in production nobody can be invited then.',
  ),
  LONGSHORE_MAIL_FROM: described(
    v.optional(v.pipe(v.string(), v.regex(/^[^\r\n@]+@[^\r\n]+$/, 'must be an e-mail address'))),
    'Who mails are from, as Longshore <no-reply@example.org>; no-reply at the public host when not set.',
  ),
  ...limitSettings,
  LONGSHORE_AUDIT_KEPT_DAYS: described(
    v.optional(wholeNumber, String(AUDIT_RETENTION_DAYS)),
    'How many days entries of audit and security logs are kept, also after their organisation was deleted.',
  ),
  ...providerSettings,
})

export interface Config extends LimitConfig {
  /** 0 lets the system choose one. */
  port: number
  host: string
  mode: 'sandbox' | 'production'
  /** Without a slash at the end. */
  publicUrl: string
  /** Instances have their names below its host. Without a slash at the end. */
  instancesUrl: string
  sharesSite: boolean
  /** Absolute. */
  dataFolder: string
  /** As given; the secret in use is `secret` of the identity's and compute's arguments. */
  givenSecret: string | null
  databaseUrl: string | null
  engine: 'auto' | 'docker' | 'process'
  dockerHost: string | null
  /** In CIDR notation. */
  subnets: string[]
  hostPorts: HostPortRange
  trustProxy: string[]
  /** Whether the settings say which proxies are trusted, if any. */
  namesProxies: boolean
  log: { level: string; to: 'file' | 'stderr' }
  checkResponses: boolean
  requestsAMinute: number
  /** Sign-ins begun and ended from one address in a minute. */
  signInsAMinute: number
  /** Of one address, before they are looked up together. */
  unknownTokensAMinute: number
  /** Sockets, and as many event streams. */
  connectionsOfOneUser: number
  watchesOfOneUser: number
  withdrawalLimitMicros: number
  auditRetentionDays: number
  /** Without a server mails are kept in sandbox mode, and not written in production. */
  mail: { smtpUrl: string | null; from: string }
  providers: Providers
  product: Product
}

const REQUESTS_A_MINUTE = { sandbox: 60_000, production: 1500 }
const SIGN_INS_A_MINUTE = { sandbox: 6000, production: 60 }
export const UNKNOWN_TOKENS_A_MINUTE = { sandbox: 6000, production: 60 }
const CONNECTIONS_OF_ONE_USER = { sandbox: 2000, production: 20 }
const WATCHES_OF_ONE_USER = { sandbox: 20_000, production: 500 }

export const configFrom = (environment: NodeJS.ProcessEnv, workingFolder: string): Config => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = v.safeParse(settingsSchema, given)
  if (!read.success) {
    const problems = read.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
    throw new StartUpError(`A setting cannot be used: ${problems.join('; ')}. Change it and start again.`)
  }
  const settings = read.output
  const publicUrl = (settings.LONGSHORE_PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/(?<!\/)\/+$/, '')
  const product = productFrom(settings.LONGSHORE_PRODUCT ? resolve(workingFolder, settings.LONGSHORE_PRODUCT) : null)
  return {
    port: settings.PORT,
    host: settings.HOST,
    mode: settings.LONGSHORE_MODE,
    publicUrl,
    instancesUrl: instancesUrlFrom(settings.LONGSHORE_INSTANCES_URL, publicUrl),
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
    requestsAMinute: settings.LONGSHORE_REQUESTS_A_MINUTE ?? REQUESTS_A_MINUTE[settings.LONGSHORE_MODE],
    signInsAMinute: settings.LONGSHORE_SIGN_INS_A_MINUTE ?? SIGN_INS_A_MINUTE[settings.LONGSHORE_MODE],
    unknownTokensAMinute:
      settings.LONGSHORE_UNKNOWN_TOKENS_A_MINUTE ?? UNKNOWN_TOKENS_A_MINUTE[settings.LONGSHORE_MODE],
    connectionsOfOneUser:
      settings.LONGSHORE_CONNECTIONS_OF_ONE_USER ?? CONNECTIONS_OF_ONE_USER[settings.LONGSHORE_MODE],
    watchesOfOneUser: settings.LONGSHORE_WATCHES_OF_ONE_USER ?? WATCHES_OF_ONE_USER[settings.LONGSHORE_MODE],
    withdrawalLimitMicros: settings.LONGSHORE_WITHDRAWAL_LIMIT ?? smallestWithdrawalMicros(settings.LONGSHORE_MODE),
    auditRetentionDays: settings.LONGSHORE_AUDIT_KEPT_DAYS,
    mail: {
      smtpUrl: settings.LONGSHORE_SMTP_URL ?? null,
      from: settings.LONGSHORE_MAIL_FROM ?? `${product.name} <no-reply@${new URL(publicUrl).hostname}>`,
    },
    providers: providersFrom(given),
    product,
    ...limitsFrom(settings),
  }
}

/** With the port that is listened on, once it is known. */
export const withPort = (config: Config, port: number): Config =>
  config.port === port
    ? config
    : {
        ...config,
        port,
        publicUrl: config.publicUrl.replace(/:0$/, `:${port}`),
        instancesUrl: config.instancesUrl.replace(/:0$/, `:${port}`),
      }
