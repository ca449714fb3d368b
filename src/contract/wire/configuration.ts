import * as v from 'valibot'
import { instant } from './common.ts'

/** Where a link leads; null hides it. */
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
  /** Where the signed-out pages' Return leads. */
  home: link,
  /** Where somebody joins the referral programme: a page of the console, or a form of one's own. */
  referralRegistration: link,
})

export const announcement = v.object({
  text: v.string(),
  type: v.picklist(['error', 'warning', 'success', 'info']),
  /** Shown only before this. */
  expiresAt: instant,
})

/** Work that people are to know of, before or while it is done. */
export const maintenance = v.object({
  ...announcement.entries,
  links: v.array(v.object({ label: v.string(), href: v.string() })),
})

/** A template that is recommended on the dashboard. */
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
/** `src` is the address that a video is embedded from. */
export const video = v.object({ title: v.string(), src: v.string() })

/** The siblings of the console; without an address they are not offered here. */
export const siblingApps = v.object({ provider: link, fizzNode: link })

/** The AI-agent product that people log in to by way of this one. */
export const agentProduct = v.object({
  name: v.string(),
  hosts: v.array(v.string()),
  /** Where it is opened, by the kind of installation. */
  development: v.string(),
  production: v.string(),
})

export const pageSizes = v.object({
  projects: v.number(),
  instances: v.number(),
  plans: v.number(),
  logLines: v.number(),
  notifications: v.number(),
})

/** What came of a workload's attempts to connect; unknown where they could not be made. */
export const reach = v.picklist(['blocked', 'reachable', 'unknown'])

/** What workloads can reach, as a probe on the engine found it. */
export const measuredIsolation = v.object({
  betweenInstances: reach,
  /** The machine that runs the workloads. */
  host: reach,
  controlPlane: reach,
  /** The metadata service of a cloud, which gives credentials of the machine away. */
  metadata: reach,
  measuredAt: instant,
})

export const configuration = v.object({
  product: v.object({ name: v.string() }),
  mode: v.picklist(['sandbox', 'production']),
  /** Whether any local counterpart of the outside world is in use; the console says so on screen. */
  sandbox: v.boolean(),
  links: productLinks,
  disabledApps: v.array(v.string()),
  disabledRegions: v.array(v.string()),
  apps: siblingApps,
  /** Hosts that a person may be led to after logging in, besides this console; `*` as in `src/rules/redirect-host.ts`. */
  allowedHosts: v.array(v.string()),
  /** Hosts that a person may be led to after logging out: the product's own. */
  appHosts: v.array(v.string()),
  agent: agentProduct,
  announcement: v.nullable(announcement),
  maintenance: v.nullable(maintenance),
  marketing: v.nullable(marketing),
  /** Whether there are banners to ask for. */
  hasBanners: v.boolean(),
  resources: v.array(resource),
  videos: v.array(video),
  /** Organisations with this in their username are not listed. */
  internalMarker: v.nullable(v.string()),
  /** Where the system's status is read, as status pages answer it; null hides it. */
  statusPage: link,
  pageSizes,
  /** What runs workloads, one plain sentence about its isolation, and what was measured; null before the first time. */
  engine: v.object({ name: v.string(), isolation: v.string(), measured: v.nullable(measuredIsolation) }),
  version: v.string(),
})

export type Marketing = v.InferOutput<typeof marketing>
export type MeasuredIsolation = v.InferOutput<typeof measuredIsolation>
export type Reach = v.InferOutput<typeof reach>
export type Configuration = v.InferOutput<typeof configuration>
