import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import {
  type agentProduct,
  announcement,
  maintenance,
  marketing,
  pageSizes,
  productLinks,
  resource,
  siblingApps,
  video,
} from '../src/contract/wire/configuration.ts'
import { REFERRAL_REGISTRATION } from '../src/rules/referral.ts'
import { brandPicture } from './brand-picture.ts'
import { StartUpError } from './start-up/start-up-error.ts'

const defaults: Product = {
  name: 'Longshore',
  links: {
    docs: '/docs',
    changelog: '/docs/changelog',
    code: null,
    social: null,
    chat: null,
    terms: '/docs/terms',
    contact: '/docs/contact',
    reportBugs: null,
    blogs: null,
    // There is no marketing site, so Return leads to the page that introduces the product.
    home: '/docs',
    referralRegistration: REFERRAL_REGISTRATION,
  },
  operator: null,
  disabledApps: ['cloud'],
  disabledRegions: ['us-east', 'apac'],
  apps: { provider: null, fizzNode: null },
  allowedHosts: [],
  appHosts: [],
  agent: {
    name: 'Skynet',
    hosts: [],
    development: null,
    production: null,
    logo: null,
    scene: null,
    links: { contact: null, terms: null },
  },
  announcement: null,
  maintenance: null,
  marketing: null,
  resources: [],
  videos: [],
  banners: [],
  internalMarker: null,
  statusPage: null,
  pageSizes: { projects: 6, instances: 50, plans: 50, logLines: 20, notifications: 20 },
}

/** Excludes schemes such as `javascript:`, which do more than open a page. */
const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//, 'must begin with https://'))
/** `*` matches letters, digits and hyphens within one label; a leading `*.` matches all subdomains: `*.example.org`. */
const host = v.pipe(
  v.string(),
  v.regex(/^(\*\.)?[a-z0-9*-]+(\.[a-z0-9*-]+)*(:\d{1,5})?$/, 'must be a host such as app.example.org or *.example.org'),
  v.check((pattern) => /[a-z0-9]/.test(pattern.split('.').at(-1) ?? ''), 'must name its top-level domain'),
)

export interface Product {
  name: string
  links: v.InferOutput<typeof productLinks>
  /** Who runs the installation, as the contact and terms pages name them. */
  operator: v.InferOutput<typeof operatorDetails> | null
  disabledApps: string[]
  disabledRegions: string[]
  apps: v.InferOutput<typeof siblingApps>
  allowedHosts: string[]
  appHosts: string[]
  agent: v.InferOutput<typeof agentProduct>
  announcement: v.InferOutput<typeof announcement> | null
  maintenance: v.InferOutput<typeof maintenance> | null
  marketing: v.InferOutput<typeof marketing> | null
  resources: v.InferOutput<typeof resource>[]
  videos: v.InferOutput<typeof video>[]
  /** Shown to each user until they dismiss it. */
  banners: v.InferOutput<typeof productBanner>[]
  internalMarker: string | null
  statusPage: string | null
  pageSizes: v.InferOutput<typeof pageSizes>
}

const productBanner = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/, 'must be letters, digits, hyphens and underscores')),
  title: v.string(),
  text: v.string(),
  link: v.nullable(v.object({ label: v.string(), href: webAddress })),
})

const operatorDetails = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1)),
  email: v.pipe(v.string(), v.email('must be an e-mail address')),
  address: v.optional(v.nullable(v.string()), null),
})

const changes = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.minLength(1))),
  links: v.optional(v.partial(v.strictObject(productLinks.entries))),
  operator: v.optional(v.nullable(operatorDetails)),
  disabledApps: v.optional(v.array(v.string())),
  disabledRegions: v.optional(v.array(v.string())),
  apps: v.optional(v.partial(v.strictObject(siblingApps.entries))),
  allowedHosts: v.optional(v.array(host)),
  appHosts: v.optional(v.array(host)),
  agent: v.optional(
    v.strictObject({
      name: v.pipe(v.string(), v.minLength(1)),
      hosts: v.array(host),
      development: v.nullable(webAddress),
      production: v.nullable(webAddress),
      logo: v.optional(v.nullable(brandPicture), null),
      scene: v.optional(v.nullable(brandPicture), null),
      links: v.optional(
        v.strictObject({
          contact: v.optional(v.nullable(webAddress), null),
          terms: v.optional(v.nullable(webAddress), null),
        }),
        {},
      ),
    }),
  ),
  announcement: v.optional(v.nullable(announcement)),
  maintenance: v.optional(v.nullable(maintenance)),
  marketing: v.optional(v.nullable(marketing)),
  resources: v.optional(v.array(resource)),
  videos: v.optional(v.array(v.strictObject({ ...video.entries, src: webAddress }))),
  banners: v.optional(v.array(productBanner)),
  internalMarker: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1)))),
  statusPage: v.optional(v.nullable(webAddress)),
  pageSizes: v.optional(v.partial(v.strictObject(pageSizes.entries))),
})

/** Reads the product settings from a JSON file, which names only what differs from the defaults. */
export const productFrom = (path: string | null): Product => {
  if (path === null) return defaults
  const read = v.safeParse(changes, parsed(path))
  if (!read.success) {
    const problems = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
    throw new StartUpError(`LONGSHORE_PRODUCT ${path} is invalid: ${problems.join('; ')}. Correct it and start again.`)
  }
  const { links, pageSizes: sizes, apps, ...rest } = read.output
  return {
    ...defaults,
    ...given(rest),
    links: { ...defaults.links, ...given(links ?? {}) },
    apps: { ...defaults.apps, ...given(apps ?? {}) },
    pageSizes: { ...defaults.pageSizes, ...given(sizes ?? {}) },
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const given = <T extends object>(part: T): Given<T> =>
  // Only keys whose value is undefined are removed.
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Given<T>

const parsed = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartUpError(`LONGSHORE_PRODUCT ${path} is not a readable JSON file. Correct the path or the file.`, {
      cause,
    })
  }
}
