import { failedStyles, refetchFailedStyles } from './failed-styles.ts'

const WAITS_MS = [300, 1200]

/** What each load lost: the bundler's code asks for a stylesheet once in the life of a page, and then goes on without. */
const failedStylesOf = new WeakMap<() => Promise<unknown>, string[]>()

/** Code is asked for again when the way to the server was broken for a moment; a last failure is thrown. */
export const fetched = async <T>(load: () => Promise<T>, attempt = 0): Promise<T> => {
  const own = failedStylesOf.get(load) ?? []
  const before = failedStyles()
  try {
    const [code] = await Promise.all([load(), refetchFailedStyles(own)])
    return code
  } catch (error) {
    failedStylesOf.set(load, [...own, ...failedStyles().filter((style) => !before.includes(style))])
    const waitMs = WAITS_MS[attempt]
    if (waitMs === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return fetched(load, attempt + 1)
  }
}
