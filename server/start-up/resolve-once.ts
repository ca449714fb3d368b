import { registerHooks } from 'node:module'

/**
 * Its package.json has 180 kB of entry points, which Node parses again for each of its files and each import of one.
 */
const LARGE = /^drizzle-orm(\/|$)/
const isWithinLarge = (url = '') => url.includes('/node_modules/drizzle-orm/') && url.endsWith('.js')

/** Resolves that package's modules without its package.json where possible, which took a third of the start-up time. */
export const resolveOnce = (): void => {
  const found = new Map<string, { url: string; format?: string | null | undefined }>()
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier.startsWith('.') && isWithinLarge(context.parentURL))
        return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      if (!LARGE.test(specifier)) return next(specifier, context)
      const known = found.get(specifier)
      if (known) return { ...known, shortCircuit: true }
      const resolved = next(specifier, context)
      found.set(specifier, { url: resolved.url, format: resolved.format })
      return resolved
    },
  })
}
