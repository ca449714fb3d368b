import { type CardRecords, type RecordKind, recordKinds } from './card-records.ts'
import type { Journal } from './journal.ts'

export interface ReadRecords {
  find<K extends RecordKind>(kind: K, id: string): CardRecords[K] | undefined
  /** Lists the records of a kind, oldest first. */
  list<K extends RecordKind>(kind: K): CardRecords[K][]
}

/** The changes of one request: visible to it at once, and to others when they are on disk. */
export interface RecordChanges extends ReadRecords {
  put<K extends RecordKind>(kind: K, record: CardRecords[K]): CardRecords[K]
  remove(kind: RecordKind, id: string): void
}

export interface CardStore extends ReadRecords {
  /** Runs changes as a whole: none of them happens if it throws. */
  change<T>(run: (changes: RecordChanges) => T): T
}

type AnyRecord = CardRecords[RecordKind]
type Change = [kind: RecordKind, id: string, record: AnyRecord | null]

/** Keeps all records in memory, and each change in the journal. */
export function openCardStore(journal: Journal): CardStore {
  const tables = new Map(recordKinds.map((kind) => [kind, new Map<string, AnyRecord>()]))
  const tableOf = (kind: RecordKind) => tables.get(kind) ?? new Map<string, AnyRecord>()
  const apply = (changes: readonly Change[]) => {
    for (const [kind, id, record] of changes)
      if (record === null) tableOf(kind).delete(id)
      else tableOf(kind).set(id, record)
  }
  for (const changes of journal.read()) apply(changes as Change[])
  journal.replace([recordKinds.flatMap((kind) => [...tableOf(kind)].map(([id, record]): Change => [kind, id, record]))])

  return {
    // A table holds records of its kind only.
    find: (kind, id) => tableOf(kind).get(id) as never,
    list: (kind) => [...tableOf(kind).values()] as never,
    change(run) {
      const changes: Change[] = []
      const lastOf = (kind: RecordKind, id: string) => changes.findLast(([k, i]) => k === kind && i === id)
      const write = (change: Change) => {
        changes.push(change)
        return change[2] as never
      }
      const result = run({
        find: (kind, id) => (lastOf(kind, id) ?? [kind, id, tableOf(kind).get(id)])[2] as never,
        list(kind) {
          const table = new Map<string, AnyRecord | null>(tableOf(kind))
          for (const [of, id, record] of changes) if (of === kind) table.set(id, record)
          return [...table.values()].filter((record) => record !== null) as never
        },
        put: (kind, record) => write([kind, record.id, record]),
        remove: (kind, id) => write([kind, id, null]),
      })
      if (changes.length > 0) journal.append(changes)
      apply(changes)
      return result
    },
  }
}
