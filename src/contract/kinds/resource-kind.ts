import type { AppType } from '../wire/account.ts'

/** A kind of resource as every subject knows it; its schemas are in `wire/`, its SQL is in `server/kinds.ts`. */
export interface ResourceKind {
  /** Begins its events (`instanceChanged`) and audit actions (`instance.created`), and names it in the access of calls. */
  name: string
  label: string
  plural: string
  /** The kind of app that its permissions are about. */
  appType: AppType
  /** Kinds may share permissions: `instances.read` also permits reading saved views. */
  permissions: KindPermissions
  /** The console's slice of it, and the call that reads one by its id. */
  slice: string
  readOne: string
  /** The queries that its events make stale; of a change, by the fields that changed. */
  invalidates: {
    created: readonly string[]
    changed: Readonly<Record<string, readonly string[]>>
    removed: readonly string[]
  }
}

export interface KindPermissions {
  /** `projects` stands for `projects.read` and `projects.write`. */
  prefix: string
  /** The labels of the two permissions in the matrix of roles. */
  read: string
  write: string
}
