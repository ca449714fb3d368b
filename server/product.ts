import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { announcement, pageSizes, productLinks } from '../src/contract/wire/configuration.ts'
import { StartUpRefusal } from './start-up/start-up-refusal.ts'

const defaults: Product = {
  name: 'Longshore',
  links: {
    docs: '/api/docs',
    changelog: 'https://longshore.example/changelog',
    code: 'https://longshore.example/code',
    social: 'https://longshore.example/social',
    chat: 'https://longshore.example/chat',
    terms: 'https://longshore.example/terms',
    contact: 'https://longshore.example/contact',
    reportBugs: 'https://longshore.example/report-bugs',
    blogs: 'https://longshore.example/blog',
    home: 'https://longshore.example',
  },
  disabledApps: ['cloud'],
  disabledRegions: ['us-east', 'apac'],
  announcement: null,
  pageSizes: { projects: 6, instances: 50, plans: 50, logLines: 20, notifications: 20 },
}

export interface Product {
  name: string
  links: v.InferOutput<typeof productLinks>
  disabledApps: string[]
  disabledRegions: string[]
  announcement: v.InferOutput<typeof announcement> | null
  pageSizes: v.InferOutput<typeof pageSizes>
}

const changes = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.minLength(1))),
  links: v.optional(v.partial(v.strictObject(productLinks.entries))),
  disabledApps: v.optional(v.array(v.string())),
  disabledRegions: v.optional(v.array(v.string())),
  announcement: v.optional(v.nullable(announcement)),
  pageSizes: v.optional(v.partial(v.strictObject(pageSizes.entries))),
})

/** What an installation calls itself, from a JSON file that names only what differs. */
export const productFrom = (path: string | null): Product => {
  if (path === null) return defaults
  const read = v.safeParse(changes, parsed(path))
  if (!read.success) {
    const faults = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
    throw new StartUpRefusal(
      `LONGSHORE_PRODUCT ${path} cannot be used: ${faults.join('; ')}. Correct it and start again.`,
    )
  }
  const { links, pageSizes: sizes, ...rest } = read.output
  return {
    ...defaults,
    ...given(rest),
    links: { ...defaults.links, ...given(links ?? {}) },
    pageSizes: { ...defaults.pageSizes, ...given(sizes ?? {}) },
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const given = <T extends object>(part: T): Given<T> =>
  // Only keys whose value is undefined are taken away.
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Given<T>

const parsed = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartUpRefusal(
      `LONGSHORE_PRODUCT ${path} is not a JSON file that can be read. Correct the path or the file.`,
      {
        cause,
      },
    )
  }
}
