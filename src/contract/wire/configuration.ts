import * as v from 'valibot'
import { captcha } from './captcha.ts'
import { instant } from './common.ts'

/** The URL of a link; null hides it. */
const link = v.nullable(v.string())

export const productLinks = v.object({
  docs: link,
  changelog: link,
  code: link,
  social: link,
  chat: link,
  terms: link,
  contact: link,
  reportBugs: link,
  blogs: link,
  /** The target of Return on the signed-out pages. */
  home: link,
  /** Where users join the referral programme: a page of the console, or an external form. */
  referralRegistration: link,
})

export const announcement = v.object({
  text: v.string(),
  type: v.picklist(['error', 'warning', 'success', 'info']),
  /** Shown only before this. */
  expiresAt: instant,
})

/** Planned or current maintenance. */
export const maintenance = v.object({
  ...announcement.entries,
  links: v.array(v.object({ label: v.string(), href: v.string() })),
})

/** A template that the dashboard recommends. */
export const marketing = v.object({
  title: v.string(),
  description: v.string(),
  buttonText: v.string(),
  templateName: v.string(),
  templateId: v.string(),
  /** Whether it runs on a GPU. */
  gpu: v.boolean(),
})

export const resource = v.object({ title: v.string(), text: v.string(), href: v.string() })
/** `src` is the URL that the video is embedded from. */
export const video = v.object({ title: v.string(), src: v.string() })

/** The console's sibling apps; null hides one. */
export const siblingApps = v.object({ provider: link, fizzNode: link })

/** The AI-agent product, whose users log in through this one. */
export const agentProduct = v.object({
  name: v.string(),
  hosts: v.array(v.string()),
  /** Its URL, by the kind of installation; null if it is not installed. */
  development: link,
  production: link,
  /** The URLs of its logo and of the background of its login pages: data URLs, or paths on this host. */
  logo: link,
  scene: link,
  /** Its own pages, on its login pages. */
  links: v.object({ contact: link, terms: link }),
})

export const pageSizes = v.object({
  projects: v.number(),
  instances: v.number(),
  plans: v.number(),
  logLines: v.number(),
  notifications: v.number(),
})

/** The result of a workload's connection attempts; unknown if they could not be made. */
export const reach = v.picklist(['blocked', 'reachable', 'unknown'])

/** What workloads can reach, as measured by a probe on the engine. */
export const measuredIsolation = v.object({
  betweenInstances: reach,
  /** The machine that runs the workloads. */
  host: reach,
  controlPlane: reach,
  /** The metadata service of a cloud, which exposes credentials of the machine. */
  metadata: reach,
  measuredAt: instant,
})

export const engineOfRegions = v.object({
  /** `docker` or `process`. */
  kind: v.string(),
  /** The machine that it runs on. */
  title: v.string(),
  regions: v.array(v.string()),
  isolation: v.string(),
  measured: v.nullable(measuredIsolation),
})

export const configuration = v.object({
  product: v.object({ name: v.string() }),
  mode: v.picklist(['sandbox', 'production']),
  /** Whether any external service is simulated locally; the console shows this. */
  sandbox: v.boolean(),
  links: productLinks,
  disabledApps: v.array(v.string()),
  disabledRegions: v.array(v.string()),
  apps: siblingApps,
  /** Allowed redirect hosts after sign-in, besides this console; `*` as in `src/rules/redirect-host.ts`. */
  allowedHosts: v.array(v.string()),
  /** Allowed redirect hosts after sign-out: the product's own. */
  appHosts: v.array(v.string()),
  agent: agentProduct,
  announcement: v.nullable(announcement),
  maintenance: v.nullable(maintenance),
  marketing: v.nullable(marketing),
  /** Whether clients should request banners. */
  hasBanners: v.boolean(),
  resources: v.array(resource),
  videos: v.array(video),
  /** Organisations whose username contains this are not listed. */
  internalMarker: v.nullable(v.string()),
  /** The URL of the system status, in the format of status pages; null hides it. */
  statusPage: link,
  pageSizes,
  /** Required for a sign-in with a wallet; null if none is. */
  captcha: v.nullable(captcha),
  /** Whether usage is charged, for real or with test money. */
  billing: v.picklist(['off', 'sandbox', 'on']),
  /** The card form: its public key, and the address of its script where that is not Stripe's; null if no cards are taken. */
  cards: v.nullable(v.object({ publishableKey: v.string(), script: v.nullable(v.string()) })),
  /** The engine of the first region, one sentence about its isolation, and the last measurement; null before it. */
  engine: v.object({ name: v.string(), isolation: v.string(), measured: v.nullable(measuredIsolation) }),
  /** All engines, each with the regions that it serves. */
  engines: v.array(engineOfRegions),
  version: v.string(),
})

export type Marketing = v.InferOutput<typeof marketing>
export type MeasuredIsolation = v.InferOutput<typeof measuredIsolation>
export type Reach = v.InferOutput<typeof reach>
export type EngineOfRegions = v.InferOutput<typeof engineOfRegions>
export type Configuration = v.InferOutput<typeof configuration>
