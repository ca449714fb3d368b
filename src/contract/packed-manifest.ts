import type { CallManifest } from './call-manifest.ts'
import type { CallManifestEntry } from './call-manifest-entries.ts'

/** The call manifest in few bytes: the calls that the browser makes before any part loads, and the names of all others. */
export interface PackedManifest {
  whole: Readonly<Record<string, CallManifestEntry>>
  /** Names by kind, separated by spaces. */
  names: readonly (readonly [names: string, kind: CallKind])[]
}

type CallKind = Pick<CallManifestEntry, 'isQuery' | 'isStreamed' | 'isFurther'>

/** Packs the entries that a browser gets first: whole for public calls of the first part, and the kind of all others. */
export const packManifest = (entries: Readonly<Record<string, CallManifestEntry>>): PackedManifest => {
  const whole: Record<string, CallManifestEntry> = {}
  const names = new Map<string, string[]>()
  for (const [name, entry] of Object.entries(entries)) {
    const { isPublic, isQuery, isStreamed, isFurther } = entry
    if (isPublic && !isFurther) whole[name] = entry
    else {
      const kind = JSON.stringify({ isQuery, isStreamed, isFurther })
      names.set(kind, [...(names.get(kind) ?? []), name])
    }
  }
  // Sorted names compress better.
  return { whole, names: [...names].map(([kind, some]) => [some.sort().join(' '), JSON.parse(kind)]) }
}

export const unpackManifest = ({ whole, names }: PackedManifest): CallManifest =>
  Object.assign(
    { ...whole },
    ...names.map(([some, kind]) => Object.fromEntries(some.split(' ').map((name) => [name, kind]))),
  )
