import type { ServerSearch } from '../log-views.ts'

const ofKind = <K extends ServerSearch['kind']>(searches: readonly ServerSearch[], kind: K) =>
  searches.filter((search): search is Extract<ServerSearch, { kind: K }> => search.kind === kind)

/** Returns the server searches of several logs as one: it runs while any does, and has ended when all have. */
export const combinedSearch = (searches: readonly ServerSearch[]): ServerSearch => {
  const [only, another] = searches
  if (only && !another) return only
  const running = ofKind(searches, 'running')
  if (running.length > 0) {
    const sum = (of: 'scanned' | 'total') => running.reduce((total, { progress }) => total + progress[of], 0)
    return { kind: 'running', progress: { scanned: sum('scanned'), total: sum('total') } }
  }
  const [waiting] = ofKind(searches, 'waiting')
  const [failed] = ofKind(searches, 'failed')
  const [stopped] = ofKind(searches, 'stopped')
  // A line number would be that of one log only.
  return waiting ?? failed ?? (stopped ? { ...stopped, upTo: 0 } : { kind: 'ended' })
}
