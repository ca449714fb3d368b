import { posix } from 'node:path'
import { isPublicModule, layerOf, layers, subjectOf } from './layers.ts'

/** Returns why a file may not import this; undefined when it may. */
export function importViolation(from: string, specifier: string): string | undefined {
  const layer = layerOf(from)
  const plan = layer && layers[layer]
  if (!plan) return undefined
  if (!specifier.startsWith('.')) {
    const allowed = plan.packages.some((name) => name === '*' || matches(specifier, name))
    return allowed ? undefined : `${layer} may not import the package ${specifier}`
  }
  const to = resolve(from, specifier)
  if (!/\.(tsx?|mjs)$/.test(to)) return undefined
  const target = layerOf(to)
  if (!target) return `${to} is in no layer of the floor plan`
  if (target === 'src/<subject>' && layer === target && subjectOf(from) !== subjectOf(to))
    return isPublicModule(to) ? undefined : `of another subject only messages and selectors may be imported, not ${to}`
  if (target === layer || plan.ours.includes(target) || plan.ours.includes('*')) return undefined
  return `${layer} may not import ${target} (${to})`
}

/** Resolves a relative specifier to a path from the project’s root, without a bundler’s query. */
export function resolve(from: string, specifier: string) {
  return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
}

function matches(specifier: string, name: string) {
  if (name.endsWith('/') || name.endsWith(':')) return specifier.startsWith(name)
  return specifier === name || specifier.startsWith(`${name}/`)
}
