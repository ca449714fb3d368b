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
})

export const announcement = v.object({
  text: v.string(),
  type: v.picklist(['error', 'warning', 'success', 'info']),
  /** Shown only before this. */
  expiresAt: instant,
})

export const pageSizes = v.object({
  projects: v.number(),
  instances: v.number(),
  plans: v.number(),
  logLines: v.number(),
  notifications: v.number(),
})

export const configuration = v.object({
  product: v.object({ name: v.string() }),
  mode: v.picklist(['sandbox', 'production']),
  /** Whether any local counterpart of the outside world is in use; the console says so on screen. */
  sandbox: v.boolean(),
  links: productLinks,
  disabledApps: v.array(v.string()),
  disabledRegions: v.array(v.string()),
  announcement: v.nullable(announcement),
  pageSizes,
  /** What runs workloads, and one plain sentence about its isolation. */
  engine: v.object({ name: v.string(), isolation: v.string() }),
  version: v.string(),
})

export type Configuration = v.InferOutput<typeof configuration>
