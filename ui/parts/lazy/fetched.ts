import { failedStyles, refetchFailedStyles } from './failed-styles.ts'

const WAITS_MS = [300, 1200]

/** The stylesheets that failed with each load: the bundler's code requests a stylesheet only once per page. */
const failedStylesOf = new WeakMap<() => Promise<unknown>, string[]>()

/** Loads code with retries, for a connection that was down for a moment; throws the last error. */
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
