import { posix } from 'node:path'
import { isShownToOthers, roomOf, rooms, subjectOf } from './rooms.ts'

/** Why a file may not import this; nothing when it may. */
export function refusal(from: string, specifier: string): string | undefined {
  const room = roomOf(from)
  const plan = room && rooms[room]
  if (!plan) return undefined
  if (!specifier.startsWith('.')) {
    const allowed = plan.packages.some((name) => name === '*' || matches(specifier, name))
    return allowed ? undefined : `${room} may not import the package ${specifier}`
  }
  const to = resolve(from, specifier)
  if (!/\.(tsx?|mjs)$/.test(to)) return undefined
  const target = roomOf(to)
  if (!target) return `${to} stands in no room`
  if (target === 'src/<subject>' && room === target && subjectOf(from) !== subjectOf(to))
    return isShownToOthers(to) ? undefined : `of another subject only messages and selectors may be imported, not ${to}`
  if (target === room || plan.ours.includes(target) || plan.ours.includes('*')) return undefined
  return `${room} may not import ${target} (${to})`
}

/** A relative specifier as a path from the project's root, without a bundler's question. */
export function resolve(from: string, specifier: string) {
  return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
}

function matches(specifier: string, name: string) {
  if (name.endsWith('/') || name.endsWith(':')) return specifier.startsWith(name)
  return specifier === name || specifier.startsWith(`${name}/`)
}
